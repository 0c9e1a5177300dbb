#include "cli/completion.h"

#include <string.h>

static bool takes_argument(const option_spec *o)
{
    return o->type != OPTION_FLAG && o->type != OPTION_COUNT && o->type != OPTION_GRANTS &&
           o->type != OPTION_SWITCH;
}

/* The words of a|b|c, with spaces between them. */
static void put_choices(strbuf *out, const option_spec *o)
{
    for (const char *at = o->argument; *at; at++)
        strbuf_putc(out, *at == '|' ? ' ' : *at);
}

static void put_words(strbuf *out, const option_page *page)
{
    strbuf_puts(out, "--help");
    for (size_t i = 0; i < page->n_options; i++)
        if (page->options[i].type != OPTION_SECTION)
            strbuf_printf(out, " --%s", page->options[i].name);
}

static void put_names(strbuf *out, const cli_command *const *commands, size_t n)
{
    for (size_t i = 0; i < n; i++)
        strbuf_printf(out, "%s ", commands[i]->name);
    strbuf_puts(out, "help");
}

/* ---- bash ------------------------------------------------------------------------------------ */

static void bash_command(strbuf *out, const cli_command *command)
{
    const option_page *page = command->page;
    strbuf_printf(out, "    %s)\n        case $before in\n", command->name);
    for (size_t i = 0; i < page->n_options; i++) {
        const option_spec *o = &page->options[i];
        if (o->type != OPTION_CHOICE)
            continue;
        strbuf_printf(out, "        --%s) words='", o->name);
        put_choices(out, o);
        strbuf_puts(out, "' ;;\n");
    }
    strbuf_puts(out, "        *) [[ $word == -* ]] && words='");
    put_words(out, page);
    strbuf_puts(out, "' ;;\n        esac ;;\n");
}

static void put_bash(strbuf *out, const cli_command *const *commands, size_t n)
{
    strbuf_puts(
        out,
        "# Completion of tandem for bash: source this file.\n_tandem() {\n"
        "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} words=\n"
        "    if ((COMP_CWORD == 1)) || [[ ${COMP_WORDS[1]} == help ]]; then words='");
    put_names(out, commands, n);
    strbuf_puts(out, " --help --version'\n    else\n    case ${COMP_WORDS[1]} in\n");
    for (size_t i = 0; i < n; i++)
        bash_command(out, commands[i]);
    strbuf_puts(out, "    esac\n    fi\n    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n}\n"
                     "complete -o default -F _tandem tandem\n");
}

/* ---- zsh ------------------------------------------------------------------------------------- */

/* Text inside of '…:…[…]': without what zsh would take for its own. */
static void put_plain(strbuf *out, const char *text)
{
    size_t n = strcspn(text, ";\n");
    for (size_t i = 0; i < n; i++)
        if (!strchr("'[]:\\\"`$", text[i]))
            strbuf_putc(out, text[i]);
}

static void zsh_command(strbuf *out, const cli_command *command)
{
    strbuf_printf(out, "    %s) _arguments", command->name);
    for (size_t i = 0; i < command->page->n_options; i++) {
        const option_spec *o = &command->page->options[i];
        if (o->type == OPTION_SECTION)
            continue;
        strbuf_printf(out, " \\\n        '%s--%s[", o->type == OPTION_LIST ? "*" : "", o->name);
        put_plain(out, o->help);
        strbuf_puts(out, "]");
        if (o->type == OPTION_CHOICE) {
            strbuf_puts(out, ":word:(");
            put_choices(out, o);
            strbuf_puts(out, ")");
        } else if (takes_argument(o)) {
            strbuf_puts(out, ":argument:_files");
        }
        strbuf_puts(out, "'");
    }
    strbuf_puts(out, " \\\n        '*:file:_files' ;;\n");
}

static void put_zsh(strbuf *out, const cli_command *const *commands, size_t n)
{
    strbuf_puts(out,
                "#compdef tandem\n# Completion of tandem for zsh: a file _tandem on your fpath.\n"
                "if ((CURRENT == 2)) || [[ $words[2] == help ]]; then\n    local -a names=(\n");
    for (size_t i = 0; i < n; i++) {
        strbuf_printf(out, "        '%s:", commands[i]->name);
        put_plain(out, commands[i]->page->summary);
        strbuf_puts(out, "'\n");
    }
    strbuf_puts(
        out,
        "        'help:print the help of a command')\n    _describe command names\nelse\n"
        "    local command=$words[2]\n    shift words\n    ((CURRENT--))\n    case $command in\n");
    for (size_t i = 0; i < n; i++)
        zsh_command(out, commands[i]);
    strbuf_puts(out, "    esac\nfi\n");
}

/* ---- fish ------------------------------------------------------------------------------------ */

static void put_fish(strbuf *out, const cli_command *const *commands, size_t n)
{
    strbuf_puts(out, "# Completion of tandem for fish: ~/.config/fish/completions/tandem.fish\n");
    for (size_t i = 0; i < n; i++) {
        const option_page *page = commands[i]->page;
        strbuf_printf(out, "complete -c tandem -n __fish_use_subcommand -f -a %s -d '",
                      commands[i]->name);
        put_plain(out, page->summary);
        strbuf_puts(out, "'\n");
        for (size_t k = 0; k < page->n_options; k++) {
            const option_spec *o = &page->options[k];
            if (o->type == OPTION_SECTION)
                continue;
            strbuf_printf(out, "complete -c tandem -n '__fish_seen_subcommand_from %s' -l %s",
                          commands[i]->name, o->name);
            if (o->letter)
                strbuf_printf(out, " -s %c", o->letter);
            if (o->type == OPTION_CHOICE) {
                strbuf_puts(out, " -x -a '");
                put_choices(out, o);
                strbuf_puts(out, "'");
            } else if (takes_argument(o)) {
                strbuf_puts(out, " -r");
            }
            strbuf_puts(out, " -d '");
            put_plain(out, o->help);
            strbuf_puts(out, "'\n");
        }
    }
}

bool completion_script(const char *shell, const cli_command *const *commands, size_t n, strbuf *out)
{
    static const struct {
        const char *shell;
        void (*put)(strbuf *out, const cli_command *const *commands, size_t n);
    } shells[] = {{"bash", put_bash}, {"zsh", put_zsh}, {"fish", put_fish}};
    for (size_t i = 0; i < sizeof shells / sizeof *shells; i++)
        if (!strcmp(shells[i].shell, shell)) {
            shells[i].put(out, commands, n);
            return true;
        }
    return false;
}
