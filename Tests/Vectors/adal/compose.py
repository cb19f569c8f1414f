"""Composes the archives in this folder with plistlib, by the description of NSKeyedArchiver's form and of ADAL's classes.

Source of the classes, members and dictionaries: ADAL for Objective-C 2.6.10 (ADTokenCacheItem+Internal.m,
ADUserInformation.m, ADTokenCache.m) and 2.7.18 and later (MSIDLegacyTokenCacheItem.m, MSIDUserInformation.m,
MSIDMacTokenCache.m). Every value is made up. Run it to write the files again; the result is the same each time.
"""

import base64
import datetime
import json
import os
import plistlib

UID = plistlib.UID


class Object:
    def __init__(self, name, **members):
        self.name, self.members = name, members


class Frozen(dict):
    """An immutable dictionary."""


def archive(root):
    objects, classes = ["$null"], {}

    def class_uid(*names):
        if names not in classes:
            objects.append({"$classname": names[0], "$classes": list(names)})
            classes[names] = UID(len(objects) - 1)
        return classes[names]

    def add(value):
        if value is None:
            return UID(0)
        place = len(objects)
        objects.append(value)
        if isinstance(value, (dict, list, Pairs)):
            pairs = value.pairs if isinstance(value, Pairs) else list(value.items())
            names = ("NSDictionary", "NSObject")
            if not isinstance(value, Frozen):
                names = ("NSMutableDictionary", *names)
            objects[place] = {
                "NS.keys": [add(k) for k, _ in pairs],
                "NS.objects": [add(v) for _, v in pairs],
                "$class": class_uid(*names),
            }
        elif isinstance(value, datetime.datetime):
            seconds = (value - datetime.datetime(2001, 1, 1)).total_seconds()
            objects[place] = {"NS.time": float(seconds), "$class": class_uid("NSDate", "NSObject")}
        elif isinstance(value, Object):
            objects[place] = {k: v if isinstance(v, bool) else add(v) for k, v in value.members.items()}
            objects[place]["$class"] = class_uid(value.name, "NSObject")
        return UID(place)

    top = {"root": add(root)}
    return plistlib.dumps(
        {"$version": 100000, "$archiver": "NSKeyedArchiver", "$top": top, "$objects": objects},
        fmt=plistlib.FMT_BINARY, sort_keys=False,
    )


class Pairs:
    """A mutable dictionary whose keys are objects."""

    def __init__(self, *pairs):
        self.pairs = list(pairs)


def id_token(**claims):
    part = base64.urlsafe_b64encode(json.dumps(claims).encode()).rstrip(b"=").decode()
    return f"eyJ0eXAiOiJKV1QiLCJhbGciOiJub25lIn0.{part}."


CLIENT = "11112222-3333-4444-5555-666677778888"
TENANT = "99990000-aaaa-4bbb-8ccc-ddddeeeeffff"
FAKE = id_token(aud=CLIENT, iss=f"https://sts.windows.net/{TENANT}/", tid=TENANT, oid="fake-oid",
                upn="Fake.User@contoso.example", unique_name="Fake.User@contoso.example", sub="fake-sub",
                name="Zoë Fake", ver="1.0")
EXPIRY = datetime.datetime(2019, 6, 1, 12, 30)


def item(**members):
    base = dict(
        authority="https://login.windows.net/common", clientId=CLIENT, resource=None, accessToken=None,
        refreshToken=None, accessTokenType="Bearer", expiresOn=None, familyId=None,
        additionalClient={}, additionalServer={},
    )
    base.update(members)
    return Object("ADTokenCacheStoreItem", **base)


def user(token):
    return Object("ADUserInformation", rawIdToken=token, allClaims=Frozen(ver="1.0"), userId="stale",
                  userIdDisplayable=False)


def key(authority, resource, client):
    return Object("ADTokenCacheKey", authority=authority, resource=resource, clientId=client)


def cache(version, **more):
    common = "https://login.windows.net/common"
    mrrt = item(refreshToken="fake-mrrt", familyId="1", userInformation=user(FAKE))
    frt = item(clientId="foci-1", refreshToken="fake-frt", familyId="1", userInformation=user(FAKE))
    access = item(resource="https://graph.windows.net", accessToken="fake-access", expiresOn=EXPIRY,
                  userInformation=user(FAKE))
    dead = item(resource="https://old.example", refreshToken="<tombstone>", userInformation=user(FAKE))
    adfs = item(authority="https://adfs.contoso.example/adfs", resource="urn:files", accessToken="fake-adfs-access",
                refreshToken="fake-adfs-refresh", expiresOn=EXPIRY, userInformation=None)
    tokens = {
        "fake.user@contoso.example": Pairs(
            (key(common, None, CLIENT), mrrt), (key(common, None, "foci-1"), frt),
            (key(common, "https://graph.windows.net", CLIENT), access),
            (key(common, "https://old.example", CLIENT), dead)),
        "": Pairs((key("https://adfs.contoso.example/adfs", "urn:files", CLIENT), adfs)),
    }
    return Frozen(tokenCache=dict(tokens=tokens, **more), version=version)


FILES = {
    "item-2.6.bplist": item(refreshToken="fake-mrrt", userInformation=user(FAKE)),
    "item-2.7.bplist": item(
        refreshToken="fake-mrrt", familyId="1", homeAccountId=f"fake-oid.{TENANT}", enrollmentId=None,
        applicationIdentifier=None, cachedAt=EXPIRY, userInformation=user(FAKE),
        additionalServer=dict(extended_expires_on=EXPIRY, spe_info="I"), futureMember="kept"),
    "prt.bplist": Object(
        "ADBrokerPRTCacheItem", authority="https://login.windows.net/common",
        clientId="00000000-0000-0000-0000-000000000000", refreshToken="fake-prt", sessionKey=b"fake session key",
        deviceID="fake-device", userInformation=user(FAKE)),
    "cache-1.0.bplist": cache(1.0, idtokens={}),
    "cache-1.1.bplist": cache(1.1),
}

if __name__ == "__main__":
    here = os.path.dirname(os.path.abspath(__file__))
    for name, root in FILES.items():
        with open(os.path.join(here, name), "wb") as file:
            file.write(archive(root))
