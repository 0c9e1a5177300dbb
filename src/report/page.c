#include "report/page.h"

#include <string.h>

#include "report/highlight.h"
#include "report/markup.h"

static const char HEAD[] =
    "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
    "'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    "<meta name=\"color-scheme\" content=\"light dark\">\n<style>\n"
    ":root{--ground:#fff;--card:#f6f8fa;--ink:#1b1f23;--soft:#57606a;--line:#d8dee4;--link:#0a58ca;"
    "--yes:#dff3e4;--no:#fbe3e1;--bar:#2f855a;--rest:#eac1bd;--c:#6a737d;--s:#0a6640;--n:#8a4b08;"
    "--k:#8250df;--f:#0550ae}\n"
    "@media(prefers-color-scheme:dark){:root{--ground:#0f1318;--card:#181e25;--ink:#e2e7ec;"
    "--soft:#9aa6b2;--line:#2d353f;--link:#79b8ff;--yes:#14351f;--no:#43201e;--bar:#3fa66b;"
    "--rest:#6e3a36;--c:#8b949e;--s:#7ee2a8;--n:#f0b072;--k:#c9a2ff;--f:#8ab8ff}\n"
    "figure svg{filter:invert(1) hue-rotate(180deg);mix-blend-mode:screen}}\n"
    "*{box-sizing:border-box}\n"
    "body{font:16px/1.55 system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu "
    "Sans',sans-serif;margin:0 "
    "auto;max-width:64rem;padding:1.5rem 1.1rem 4rem;color:var(--ink);background:var(--ground);"
    "overflow-wrap:anywhere}\n"
    "h1{font-size:1.7rem;line-height:1.2;margin:.4rem 0 1rem}\n"
    "h2{font-size:1.3rem;margin:2.4rem 0 .8rem;padding-top:.8rem;border-top:1px solid "
    "var(--line)}\n"
    "h3{font-size:1.05rem;margin:1.6rem 0 .5rem}\n"
    "a{color:var(--link)}\np{margin:.5rem 0}\n.soft,footer{color:var(--soft)}\n"
    "footer{margin-top:3rem;border-top:1px solid var(--line);padding-top:.8rem;font-size:.85rem}\n"
    ".cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(9.5rem,1fr));gap:.6rem;"
    "padding:0;"
    "margin:.8rem 0;list-style:none}\n"
    ".cards li{background:var(--card);border:1px solid var(--line);border-radius:8px;padding:.5rem "
    ".75rem}\n"
    ".cards b{display:block;font-size:1.15rem;line-height:1.35;font-variant-numeric:tabular-nums}\n"
    ".cards span{color:var(--soft);font-size:.82rem}\n"
    ".wide{overflow-x:auto;margin:.6rem 0}\n"
    "table{border-collapse:collapse;width:100%;font-size:.92rem;font-variant-numeric:tabular-nums}"
    "\n"
    "th,td{padding:.3rem .7rem;border-bottom:1px solid "
    "var(--line);text-align:right;vertical-align:top}\n"
    "th{font-weight:600;color:var(--soft);white-space:nowrap}\n"
    "th:first-child,td:first-child,.facts td,.facts th{text-align:left}\n"
    ".facts th{width:1%;padding-right:1.4rem}\n.num{white-space:nowrap}\n"
    ".files td:first-child{word-break:break-all;min-width:9rem}\n"
    ".bar{display:inline-block;width:6rem;height:.65rem;background:var(--rest);border-radius:3px;"
    "overflow:hidden;vertical-align:middle}\n.bar "
    "i{display:block;height:100%;background:var(--bar)}\n"
    "details{margin:.5rem 0;border:1px solid "
    "var(--line);border-radius:8px;background:var(--card)}\n"
    "summary{cursor:pointer;font-weight:600;padding:.5rem .8rem}\n"
    "details>:not(summary){margin-left:.8rem;margin-right:.8rem}\n"
    ".tag{display:inline-block;font-size:.75rem;font-weight:600;padding:.05rem "
    ".5rem;border-radius:1rem;"
    "border:1px solid var(--line);color:var(--soft);margin-right:.5rem}\n"
    "pre,code{font:13px/1.5 ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace}\n"
    "pre{background:var(--ground);border:1px solid "
    "var(--line);border-radius:6px;overflow:auto;max-height:30rem;"
    "margin:.5rem 0;padding:.6rem .8rem;overflow-wrap:normal}\n"
    "pre.lines{padding:.5rem 0}\n"
    "pre.lines span{display:block;padding:0 .75rem;min-width:max-content}\n"
    "pre.lines "
    "u{display:inline-block;width:3.5rem;text-decoration:none;color:var(--soft)}u.some{color:var(--"
    "n)}\n"
    "pre.lines b{display:inline-block;width:9.5rem;font-weight:400;color:var(--soft)}\n"
    ".y{background:var(--yes)}.n{background:var(--no)}\n"
    ".smt .c{color:var(--c)}.smt .s{color:var(--s)}.smt .n{color:var(--n);background:none}"
    ".smt .k{color:var(--k)}.smt .f{color:var(--f)}\n"
    "figure{margin:1rem 0;overflow-x:auto}\nfigure svg{display:block;max-width:100%;height:auto;"
    "min-width:30rem}\n"
    "@media print{body{max-width:none;font-size:11pt}pre{max-height:none;white-space:pre-wrap}"
    "details::details-content{content-visibility:visible;display:block}h2{break-after:avoid}"
    "figure,li{break-inside:avoid}}\n"
    "</style>\n<title>";

void page_open(strbuf *out, const char *title)
{
    strbuf_puts(out, HEAD);
    markup_puts(out, title);
    strbuf_puts(out, "</title></head><body>\n<main>\n<h1>");
    markup_puts(out, title);
    strbuf_puts(out, "</h1>\n");
}

void page_close(strbuf *out)
{
    strbuf_puts(out, "</main></body></html>\n");
}

void page_open_figure(strbuf *out)
{
    strbuf_puts(out, "<figure tabindex=\"0\">\n");
}

void page_close_figure(strbuf *out)
{
    strbuf_puts(out, "</figure>\n");
}

void page_put_text(strbuf *out, const char *text, bool smt)
{
    strbuf_puts(out, smt ? "<pre class=\"smt\" tabindex=\"0\">" : "<pre tabindex=\"0\">");
    if (smt)
        highlight_smt(out, text);
    else
        markup_escape_lines(out, text, strlen(text));
    strbuf_puts(out, "</pre>\n");
}

void page_open_details(strbuf *out, const char *title, bool open)
{
    strbuf_printf(out, "<details%s><summary>", open ? " open" : "");
    markup_puts(out, title);
    strbuf_puts(out, "</summary>\n");
}

void page_close_details(strbuf *out)
{
    strbuf_puts(out, "</details>\n");
}
