"""What the lab asks of Jupyter: execute a notebook, write it as one HTML file,
serve JupyterLab. Every subcommand ends when the process that started it does.
"""

import argparse
import asyncio
import atexit
import contextlib
import json
import os
import signal
import sys
import threading
import time

KERNEL_STARTS = 5
"""How often a kernel is started before a notebook is given up."""


def end_with(parent):
    """Ends this process in good order once the given parent process is gone."""

    def watch():
        while os.getppid() == parent:
            time.sleep(0.5)
        os.kill(os.getpid(), signal.SIGTERM)
        # A cell that is interrupted has 5 s of gonb's. What is still there after
        # that ends with this process.
        time.sleep(10)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def tell(**event):
    """Reports one event to the lab, as a line of JSON."""
    print(json.dumps(event), flush=True)


@contextlib.asynccontextmanager
async def kernel_of(nb, folder):
    """Starts a kernel for a notebook and ends it afterwards. Jupyter picks five
    free ports for a kernel and closes them again; on a busy machine another
    process takes one of them before the kernel does, which then dies at once. So
    a start that fails is tried again, with other ports."""
    from nbclient import NotebookClient

    for left in reversed(range(KERNEL_STARTS)):
        client = NotebookClient(
            nb,
            kernel_name="gonb",
            timeout=None,
            startup_timeout=120,
            record_timing=False,
            coalesce_streams=True,
            resources={"metadata": {"path": folder}},
        )
        async with contextlib.AsyncExitStack() as stack:
            try:
                await stack.enter_async_context(client.async_setup_kernel())
            except RuntimeError as e:
                atexit.unregister(client._cleanup_kernel)
                if not left:
                    raise
                print(f"the kernel did not start ({e}), trying again", file=sys.stderr)
                continue
            yield client
            return


async def execute_all(nb, folder, timeout, go_on):
    """Executes the code cells in order. Stops, with what was done so far in the
    notebook, at the first error unless it is to go on, at the time limit, or at
    SIGINT or SIGTERM: then the running cell is interrupted and given time to end by
    itself."""
    from nbclient.exceptions import CellExecutionError, DeadKernelError

    stopped = asyncio.Event()
    reason = "interrupted"
    cells = [i for i, c in enumerate(nb.cells) if c.cell_type == "code" and c.source.strip()]
    tell(event="cells", of=len(cells))

    async with kernel_of(nb, folder) as client:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, stopped.set)

        def out_of_time():
            nonlocal reason
            reason = "timeout"
            stopped.set()

        if timeout:
            loop.call_later(timeout, out_of_time)
        info = await client.async_wait_for_reply(client.kc.kernel_info())
        nb.metadata["language_info"] = info["content"]["language_info"]

        for number, index in enumerate(cells, start=1):
            tell(event="cell", number=number, index=index)
            run = asyncio.ensure_future(
                client.async_execute_cell(nb.cells[index], index, execution_count=number)
            )
            stop = asyncio.ensure_future(stopped.wait())
            await asyncio.wait({run, stop}, return_when=asyncio.FIRST_COMPLETED)
            if stopped.is_set():
                if not run.done():
                    await client.km.interrupt_kernel()
                    await asyncio.wait({run}, timeout=15)
                run.cancel()
                await asyncio.gather(run, return_exceptions=True)
                tell(event=reason, number=number, index=index)
                return
            stop.cancel()
            try:
                await run
            except CellExecutionError as e:
                tell(event="error", number=number, index=index, name=e.ename, value=e.evalue)
                if not go_on:
                    return
            except DeadKernelError:
                tell(event="error", number=number, index=index, name="kernel", value="the kernel died")
                return
    tell(event="done")


def execute(args):
    import nbformat

    nb = nbformat.read(args.notebook, as_version=4)
    os.environ["JPY_SESSION_NAME"] = os.path.abspath(args.name)
    try:
        asyncio.run(execute_all(nb, args.folder, args.timeout, args.go_on))
    finally:
        nbformat.write(nb, args.output)


def html(args):
    import nbformat
    from nbconvert.exporters import HTMLExporter
    from nbconvert.filters.markdown_mistune import IPythonRenderer
    from traitlets.config import Config

    # Elements within a line come one tag at a time. Looking for images in a tag
    # alone would close it before its text.
    embed = IPythonRenderer._html_embed_images
    IPythonRenderer._html_embed_images = lambda self, text: embed(self, text) if "<img" in text.lower() else text

    nothing = {
        name: ""
        for name in (
            "require_js_url",
            "mathjax_url",
            "mermaid_js_url",
            "mermaid_layout_elk_js_url",
            "jquery_url",
            "jupyter_widgets_base_url",
            "widget_renderer_url",
        )
    }
    here = os.path.dirname(os.path.abspath(__file__))
    config = Config(
        HTMLExporter={"extra_template_basedirs": [here], "template_name": "template", "embed_images": True, **nothing}
    )
    nb = nbformat.read(args.notebook, as_version=4)
    language = nb.metadata.get("language_info", {})
    language["pygments_lexer"] = language.get("pygments_lexer") or language.get("name", "go")
    body, _ = HTMLExporter(config=config).from_notebook_node(nb, resources={"metadata": {"name": args.title, "path": args.folder}})
    with open(args.output, "w", encoding="utf-8") as f:
        f.write(body)


def serve(args):
    from jupyterlab.labapp import LabApp
    from tornado.ioloop import IOLoop

    # Jupyter takes the token from its environment, which kernels and terminals
    # inherit: it is there only until the server knows it.
    os.environ["JUPYTER_TOKEN"] = sys.stdin.read()
    # Some versions of argparse leave the separator in.
    app = LabApp.initialize_server(args.options[1:] if args.options[:1] == ["--"] else args.options)
    known = app.identity_provider.token == os.environ.pop("JUPYTER_TOKEN")
    if not known:
        sys.exit("Jupyter does not take the token")
    # What the loop calls first comes after the server listens.
    IOLoop.current().add_callback(lambda: tell(event="serving", url=app.connection_url, port=app.port, token=app.identity_provider.token))
    app.start()


def parse():
    parser = argparse.ArgumentParser()
    parser.add_argument("--parent", type=int, required=True)
    commands = parser.add_subparsers(required=True)
    p = commands.add_parser("execute")
    p.set_defaults(run=execute)
    p.add_argument("notebook")
    p.add_argument("output")
    p.add_argument("--name", required=True)
    p.add_argument("--folder", required=True)
    p.add_argument("--timeout", type=float, default=0)
    p.add_argument("--go-on", action="store_true")
    p = commands.add_parser("html")
    p.set_defaults(run=html)
    p.add_argument("notebook")
    p.add_argument("output")
    p.add_argument("--title", required=True)
    p.add_argument("--folder", required=True)
    p = commands.add_parser("serve")
    p.set_defaults(run=serve)
    p.add_argument("options", nargs=argparse.REMAINDER)
    return parser.parse_args()


if __name__ == "__main__":
    args = parse()
    end_with(args.parent)
    sys.exit(args.run(args))
