"""Corners of the protocol, with the client of pytest-lsp, which checks the form of each message."""

import json
import os
import pathlib
import subprocess
import time

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

STATES = os.environ["STATES"]
COIN = (pathlib.Path(__file__).parents[2] / "Definitions" / "Coin.state.json").read_text()


@pytest_lsp.fixture(config=ClientServerConfig(server_command=[STATES, "lsp"]), params=["neovim", "visual-studio-code"])
async def client(request, lsp_client: LanguageClient, tmp_path):
    root = tmp_path / "Definitions"
    root.mkdir()
    (root / "Coin.state.json").write_text(COIN)
    lsp_client.root = root

    @lsp_client.feature(types.CLIENT_REGISTER_CAPABILITY)
    def register(parameters: types.RegistrationParams):
        assert [found.method for found in parameters.registrations] == ["workspace/didChangeWatchedFiles"]

    await lsp_client.initialize_session(
        types.InitializeParams(
            capabilities=client_capabilities(request.param),
            workspace_folders=[types.WorkspaceFolder(uri=root.as_uri(), name="Definitions")],
        )
    )
    yield
    await lsp_client.shutdown_session()


def open_text(client, name, text):
    uri = (client.root / name).as_uri()
    client.text_document_did_open(
        types.DidOpenTextDocumentParams(
            text_document=types.TextDocumentItem(uri=uri, language_id="json", version=1, text=text)
        )
    )
    return types.TextDocumentIdentifier(uri=uri)


def position(text, needle, offset=0):
    before = text[: text.index(needle) + offset]
    return types.Position(line=before.count("\n"), character=len(before) - before.rfind("\n") - 1)


@pytest.mark.asyncio
async def test_diagnostics_of_an_unsaved_text(client):
    document = open_text(client, "Coin.state.json", COIN.replace('{ "isHeads": true } }', '{ "isHead": true } }'))
    await client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    while not client.diagnostics.get(document.uri):
        await client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    assert [found.code for found in client.diagnostics[document.uri]] == ["name/unknown"]


@pytest.mark.asyncio
async def test_every_request_has_an_answer_of_its_form(client):
    document = open_text(client, "Coin.state.json", COIN)
    at = position(COIN, '"isHeads ?', 3)
    both = {"text_document": document, "position": at}
    hover = await client.text_document_hover_async(types.HoverParams(**both))
    assert "property isHeads: bool" in hover.contents.value
    items = await client.text_document_completion_async(types.CompletionParams(**both))
    assert "isHeads" in [item.label for item in items.items]
    assert await client.text_document_definition_async(types.DefinitionParams(**both))
    context = types.ReferenceContext(include_declaration=True)
    references = types.ReferenceParams(context=context, **both)
    assert len(await client.text_document_references_async(references)) == 4
    assert len(await client.text_document_document_highlight_async(types.DocumentHighlightParams(**both))) == 4
    edit = await client.text_document_rename_async(types.RenameParams(new_name="isUp", **both))
    assert len(edit.changes[document.uri]) == 4
    assert await client.text_document_prepare_rename_async(types.PrepareRenameParams(**both))
    await client.text_document_signature_help_async(types.SignatureHelpParams(**both))
    assert await client.text_document_document_symbol_async(types.DocumentSymbolParams(document))
    assert await client.text_document_folding_range_async(types.FoldingRangeParams(document))
    assert await client.text_document_selection_range_async(types.SelectionRangeParams(document, [at]))
    tokens = await client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(document))
    assert len(tokens.data) % 5 == 0 and tokens.data
    everything = types.Range(types.Position(0, 0), types.Position(99, 0))
    await client.text_document_inlay_hint_async(types.InlayHintParams(document, everything))
    actions = types.CodeActionParams(document, everything, types.CodeActionContext(diagnostics=[]))
    assert await client.text_document_code_action_async(actions) is not None
    options = types.FormattingOptions(tab_size=2, insert_spaces=True)
    await client.text_document_formatting_async(types.DocumentFormattingParams(document, options))
    assert await client.workspace_symbol_async(types.WorkspaceSymbolParams(query="heads"))


@pytest.mark.asyncio
async def test_changes_of_parts_keep_the_text(client):
    document = open_text(client, "Coin.state.json", COIN)
    text = COIN
    for version in range(2, 40):
        offset = text.index("isHeads ?")
        start = position(text, "isHeads ?")
        change = types.TextDocumentContentChangePartial(range=types.Range(start, start), text="!")
        text = text[:offset] + "!" + text[offset:]
        identifier = types.VersionedTextDocumentIdentifier(uri=document.uri, version=version)
        client.text_document_did_change(types.DidChangeTextDocumentParams(identifier, [change]))
    options = types.FormattingOptions(tab_size=2, insert_spaces=True)
    await client.text_document_formatting_async(types.DocumentFormattingParams(document, options))
    hover = await client.text_document_hover_async(types.HoverParams(document, position(text, "isHeads ?", 2)))
    assert "property isHeads: bool" in hover.contents.value


@pytest.mark.asyncio
async def test_errors_are_those_of_the_protocol(client):
    document = open_text(client, "Coin.state.json", COIN)
    rename = types.RenameParams(document, position(COIN, '"isHeads ?', 3), "2x")
    with pytest.raises(Exception, match="is not a name"):
        await client.text_document_rename_async(rename)
    with pytest.raises(Exception, match="no method"):
        await client.protocol.send_request_async("textDocument/nothing", {})


def session(*parts):
    """Sends raw bytes, and returns the output and the exit code."""
    done = subprocess.run([STATES, "lsp"], input=b"".join(parts), capture_output=True, timeout=20)
    return done.stdout.decode(), done.returncode


def framed(text):
    data = text.encode()
    return b"Content-Length: %d\r\n\r\n" % len(data) + data


INITIALIZE = framed('{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}')
SHUTDOWN = framed('{"jsonrpc":"2.0","id":2,"method":"shutdown"}')
EXIT = framed('{"jsonrpc":"2.0","method":"exit"}')


def test_exit_codes():
    assert session(INITIALIZE, SHUTDOWN, EXIT)[1] == 0
    assert session(INITIALIZE, EXIT)[1] == 1
    assert session(INITIALIZE)[1] == 1
    assert session()[1] == 1


@pytest.mark.parametrize(
    "broken",
    [
        b"Content-Length: x\r\n\r\n", b"Garbage: 1\r\n\r\n", framed("{"), framed("[1,"), framed("\x00"), framed('{"id":1}'),
        framed("[" * 5000), framed('{"jsonrpc":"2.0","id":9,"method":"textDocument/hover","params":{"position":[]}}'),
        b"Content-Length: 3\r\nContent-Type: x\r\n\r\n\xff\xfe\xfd",
    ],
)
def test_broken_messages_get_errors_and_the_server_goes_on(broken):
    output, code = session(INITIALIZE, broken, SHUTDOWN, EXIT)
    assert '"error":' in output and '"id":2,"result":null' in output.replace(", ", ",").replace(": ", ":")
    assert code == 0


def read_message(stream):
    length = 0
    while line := stream.readline().strip():
        if line.lower().startswith(b"content-length:"):
            length = int(line.split(b":")[1])
    return json.loads(stream.read(length))


def test_a_request_that_runs_is_cancelled(tmp_path):
    """A search in many files would take seconds; it ends as soon as it is cancelled."""
    for number in range(5000):
        (tmp_path / f"Coin{number}.state.json").write_text(COIN)
    folders = [{"uri": tmp_path.as_uri(), "name": "many"}]
    parameters = json.dumps({"capabilities": {}, "workspaceFolders": folders})
    with subprocess.Popen([STATES, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:

        def send(*messages):
            process.stdin.write(b"".join(messages))
            process.stdin.flush()

        def search(number):
            return framed('{"jsonrpc":"2.0","id":%d,"method":"workspace/symbol","params":{"query":"zzz"}}' % number)

        send(framed('{"jsonrpc":"2.0","id":1,"method":"initialize","params":%s}' % parameters))
        assert read_message(process.stdout)["id"] == 1
        start = time.monotonic()
        send(search(2))
        assert read_message(process.stdout)["result"] == []
        whole = time.monotonic() - start
        send(search(3))
        time.sleep(whole / 4)
        start = time.monotonic()
        cancelled = framed('{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":3}}')
        send(cancelled, framed('{"jsonrpc":"2.0","id":4,"method":"textDocument/foldingRange","params":{}}'))
        answer = read_message(process.stdout)
        assert (answer["id"], answer["error"]["code"]) == (3, -32800)
        # What arrived with the cancellation is answered next.
        assert read_message(process.stdout)["id"] == 4
        assert time.monotonic() - start < whole / 2
        send(SHUTDOWN, EXIT)
        process.stdout.read()
        assert process.wait() == 0
