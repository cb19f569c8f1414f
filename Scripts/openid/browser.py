"""A browser without a window: cookies, redirects and forms, for a user who signs in at a provider's pages."""

import html.parser
import http.cookiejar
import json
import ssl
import urllib.error
import urllib.parse
import urllib.request


class Form:
    """A form of a page: its action, the values of its fields by their names, and its buttons."""

    def __init__(self, action, method):
        self.action, self.method = action, method
        self.fields, self.buttons = {}, []


class Page(html.parser.HTMLParser):
    """A response, with its forms and its visible text."""

    def __init__(self, url, status, content, kind):
        super().__init__()
        self.url, self.status, self.content, self.forms, self.text = url, status, content, [], ""
        self._inside, self._skipped = None, False
        if "html" in kind:
            self.feed(content)

    def handle_starttag(self, tag, attributes):
        values = {name: value or "" for name, value in attributes}
        if tag == "form":
            action = urllib.parse.urljoin(self.url, values.get("action") or self.url)
            self._inside = Form(action, values.get("method", "get").lower())
            self.forms.append(self._inside)
        elif tag in ("script", "style"):
            self._skipped = True
        elif self._inside is not None and tag in ("input", "button", "textarea", "select"):
            self.add(tag, values)

    def add(self, tag, values):
        kind = values.get("type", "submit" if tag == "button" else "text").lower()
        name = values.get("name", "")
        if kind == "submit":
            self._inside.buttons.append((name, values.get("value", "")))
        elif name and (kind not in ("checkbox", "radio") or "checked" in values):
            # Several ticked boxes may have one name.
            value = values.get("value", "on" if kind == "checkbox" else "")
            self._inside.fields.setdefault(name, []).append(value)

    def handle_endtag(self, tag):
        if tag == "form":
            self._inside = None
        elif tag in ("script", "style"):
            self._skipped = False

    def handle_data(self, data):
        if not self._skipped:
            self.text += data

    def form_with(self, *names):
        """The first form that has all these fields, or a button of that name; nil if there is none."""
        for form in self.forms:
            known = set(form.fields) | {name for name, _ in form.buttons}
            if known.issuperset(names):
                return form
        return None


class Browser:
    """Follows redirects until one leads to this machine's own listener, which is the client's redirect URI."""

    def __init__(self, ca_file, origin):
        self.origin = origin
        # The parameters of each redirect to another place than the provider.
        self.redirects = []
        self.jar = http.cookiejar.CookieJar()
        context = ssl.create_default_context(cafile=ca_file)
        self.opener = urllib.request.build_opener(
            urllib.request.ProxyHandler({}), urllib.request.HTTPSHandler(context=context), NoRedirect(),
            urllib.request.HTTPCookieProcessor(self.jar))

    def get(self, url):
        return self.follow(urllib.request.Request(url))

    def submit(self, form, values=None, button=None):
        fields = dict(form.fields) | (values or {})
        if button is not None:
            fields[button[0]] = button[1]
        data = urllib.parse.urlencode({name: value for name, value in fields.items() if name}, doseq=True)
        if form.method == "get":
            return self.get(urllib.parse.urlsplit(form.action)._replace(query=data).geturl())
        headers = {"Origin": self.origin, "Referer": form.action}
        return self.follow(urllib.request.Request(form.action, data.encode(), headers))

    def post_form(self, url, form):
        return self.follow(urllib.request.Request(url, urllib.parse.urlencode(form).encode()))

    def send_json(self, url, document, method="POST"):
        request = urllib.request.Request(
            url, json.dumps(document).encode(), {"Content-Type": "application/json"}, method=method)
        return self.follow(request)

    def delete(self, url):
        return self.follow(urllib.request.Request(url, method="DELETE"))

    def get_with_token(self, url, access_token):
        return self.follow(urllib.request.Request(url, headers={"Authorization": f"Bearer {access_token}"}))

    def follow(self, request):
        for _ in range(20):
            try:
                response = self.opener.open(request, timeout=30)
            except urllib.error.HTTPError as error:
                response = error
            content = response.read().decode("utf-8", "replace")
            location = response.headers.get("Location")
            if response.status not in (301, 302, 303, 307, 308) or not location:
                return Page(request.full_url, response.status, content, response.headers.get("Content-Type", ""))
            target = urllib.parse.urljoin(request.full_url, location)
            if not target.startswith(self.origin):
                self.redirects.append(dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(target).query)))
            request = urllib.request.Request(target)
        raise RuntimeError(f"Twenty redirects, the last to {request.full_url}")


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None
