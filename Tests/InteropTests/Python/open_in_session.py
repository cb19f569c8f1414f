#!/usr/bin/env python3
"""What BROWSER names in a test: hands the address to the browser that a WebDriver session already drives."""

import json
import os
import sys
import urllib.request

request = urllib.request.Request(
    os.environ["WEBDRIVER_SESSION"] + "/url",
    data=json.dumps({"url": sys.argv[1]}).encode(),
    headers={"Content-Type": "application/json"},
)
urllib.request.urlopen(request, timeout=60).read()
