"""Microsoft's SDK of Graph, as it comes from PyPI, at the end of a pipe.

Each line on standard input is a JSON object: {"call": NAME, ...arguments}. Each gets one line of JSON back: what the
call returns, or {"code", "message", "status"} of the error that the SDK raises. The first line has the settings: the
provider's origin, the tenant, the client id, its secret and the CA file.
"""

import asyncio
import json
import os
import ssl
import sys

import azure.identity
import httpx
from kiota_abstractions.base_request_configuration import RequestConfiguration
from kiota_abstractions.headers_collection import HeadersCollection
from kiota_authentication_azure.azure_identity_authentication_provider import AzureIdentityAuthenticationProvider
from msgraph import GraphRequestAdapter, GraphServiceClient
from msgraph.generated.models.application import Application
from msgraph.generated.models.group import Group
from msgraph.generated.models.i_pv4_cidr_range import IPv4CidrRange
from msgraph.generated.models.ip_named_location import IpNamedLocation
from msgraph.generated.models.o_data_errors.o_data_error import ODataError
from msgraph.generated.models.password_credential import PasswordCredential
from msgraph.generated.models.password_profile import PasswordProfile
from msgraph.generated.models.reference_create import ReferenceCreate
from msgraph.generated.models.service_principal import ServicePrincipal
from msgraph.generated.models.user import User
from msgraph.generated.applications.item.add_password.add_password_post_request_body import AddPasswordPostRequestBody
from msgraph.generated.users.users_request_builder import UsersRequestBuilder
from msgraph_core import GraphClientFactory
from msgraph_core.requests.batch_request_content import BatchRequestContent
from msgraph_core.requests.batch_request_item import BatchRequestItem
from msgraph_core.tasks.page_iterator import PageIterator


def options(consistent=False, **parameters):
    """The configuration of a request for users."""
    configuration = RequestConfiguration(
        query_parameters=UsersRequestBuilder.UsersRequestBuilderGetQueryParameters(**parameters))
    if consistent:
        headers = HeadersCollection()
        headers.add("ConsistencyLevel", "eventual")
        configuration.headers = headers
    return configuration


class Client:
    def __init__(self, settings):
        self.origin = settings["origin"]
        context = ssl.create_default_context(cafile=settings["ca_file"])
        os.environ["REQUESTS_CA_BUNDLE"] = settings["ca_file"]
        credential = azure.identity.ClientSecretCredential(
            settings["tenant"], settings["client_id"], settings["secret"], authority=self.origin,
            disable_instance_discovery=True)
        authentication = AzureIdentityAuthenticationProvider(
            credential, scopes=[f"{self.origin}/.default"], allowed_hosts=["localhost"])
        client = GraphClientFactory.create_with_default_middleware(client=httpx.AsyncClient(verify=context, timeout=60))
        self.adapter = GraphRequestAdapter(authentication, client)
        self.adapter.base_url = f"{self.origin}/v1.0"
        self.graph = GraphServiceClient(request_adapter=self.adapter)

    async def create_users(self, names):
        return [(await self.graph.users.post(User(
            display_name=name, user_principal_name=f"{name}@contoso.test", mail_nickname=name, account_enabled=True,
            password_profile=PasswordProfile(password="Correct-horse-7", force_change_password_next_sign_in=False),
        ))).id for name in names]

    async def pages(self, prefix):
        """All users with a prefix, two on each page, with their number as the first page has it."""
        page = await self.graph.users.get(options(
            consistent=True, filter=f"startswith(displayName,'{prefix}')", select=["id", "displayName"], top=2,
            count=True, orderby=["displayName desc"]))
        names = []

        def keep(user):
            names.append(user.display_name)
            return True

        pages = PageIterator(page, self.adapter)
        # The SDK sends the field with the first page only, and Graph wants it with each.
        pages.headers.add("ConsistencyLevel", "eventual")
        await pages.iterate(keep)
        return {"count": page.odata_count, "names": names, "next": page.odata_next_link}

    async def search(self, text):
        found = await self.graph.users.get(options(consistent=True, search=f'"displayName:{text}"'))
        return [user.display_name for user in found.value]

    async def make_group(self, members):
        group = await self.graph.groups.post(Group(
            display_name="Readers", mail_nickname="readers", mail_enabled=False, security_enabled=True, group_types=[]))
        builder = self.graph.groups.by_group_id(group.id)
        for member in members:
            await builder.members.ref.post(
                ReferenceCreate(odata_id=f"{self.origin}/v1.0/directoryObjects/{member}"))
        found = await builder.members.get()
        return {"id": group.id, "members": [[type(each).__name__, each.id] for each in found.value]}

    async def make_application(self):
        """An application with a secret and a service principal."""
        application = await self.graph.applications.post(Application(display_name="Machine"))
        password = await self.graph.applications.by_application_id(application.id).add_password.post(
            AddPasswordPostRequestBody(password_credential=PasswordCredential(display_name="first")))
        principal = await self.graph.service_principals.post(ServicePrincipal(app_id=application.app_id))
        return {"client": application.app_id, "secret": password.secret_text, "principal": principal.id,
                "lifetime": (password.end_date_time - password.start_date_time).days}

    async def update_user(self, id, title):
        await self.graph.users.by_user_id(id).patch(User(job_title=title))
        return (await self.graph.users.by_user_id(id).get()).job_title

    async def delete_user(self, id):
        await self.graph.users.by_user_id(id).delete()
        return [user.id for user in (await self.graph.directory.deleted_items.graph_user.get()).value]

    async def restore(self, id):
        restored = await self.graph.directory.deleted_items.by_directory_object_id(id).restore.post()
        return [type(restored).__name__, restored.id]

    async def named_location(self):
        locations = self.graph.identity.conditional_access.named_locations
        made = await locations.post(IpNamedLocation(
            odata_type="#microsoft.graph.ipNamedLocation", display_name="Office", is_trusted=True,
            ip_ranges=[IPv4CidrRange(odata_type="#microsoft.graph.iPv4CidrRange", cidr_address="192.0.2.0/24")]))
        read = await locations.by_named_location_id(made.id).get()
        return [type(read).__name__, read.ip_ranges[0].cidr_address, read.is_trusted]

    async def sign_ins(self):
        found = await self.graph.audit_logs.sign_ins.get()
        return [entry.user_principal_name for entry in found.value]

    async def batch(self, ids):
        content = BatchRequestContent()
        items = [BatchRequestItem(self.graph.users.by_user_id(id).to_get_request_information()) for id in ids]
        for item in items:
            content.add_request(item.id, item)
        responses = await self.graph.batch.post(content)
        return [responses.get_response_by_id(item.id).status for item in items]

    async def get_user(self, id):
        return (await self.graph.users.by_user_id(id).get()).display_name


async def main():
    client = Client(json.loads(sys.stdin.readline()))
    print(json.dumps("ready"), flush=True)
    while line := await asyncio.to_thread(sys.stdin.readline):
        arguments = json.loads(line)
        try:
            result = await getattr(client, arguments.pop("call"))(**arguments)
        except ODataError as error:
            result = {"code": error.error.code, "message": error.error.message, "status": error.response_status_code,
                      "request": error.error.inner_error.request_id}
        print(json.dumps(result), flush=True)


asyncio.run(main())
