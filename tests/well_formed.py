#!/usr/bin/env python3
"""Whether the elements of an HTML page are closed in their order, its ids differ, and its links lead somewhere."""
import html.parser
import sys

EMPTY = {"meta", "br", "img", "hr", "input", "link"}


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.ids, self.links, self.faults = [], set(), [], []

    def handle_starttag(self, tag, attributes):
        if tag not in EMPTY:
            self.open.append(tag)
        for name, value in attributes:
            if name == "id" and value in self.ids:
                self.faults.append(f"id {value} twice")
            if name == "id":
                self.ids.add(value)
            if name == "href":
                self.links.append(value)
            if name.startswith("on"):
                self.faults.append(f"a handler: {name}")

    def handle_startendtag(self, tag, attributes):
        pass

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> at {self.getpos()}")


page = Page()
page.feed(open(sys.argv[1], encoding="utf-8").read())
page.close()
page.faults += [f"not closed: {tag}" for tag in page.open]
page.faults += [f"leads nowhere: {link}" for link in page.links if link[0] != "#" or link[1:] not in page.ids]
print("\n".join(page.faults[:5]))
sys.exit(bool(page.faults))
