import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import { readable } from '../../../kit/forge/tracker-forge.ts';
import { APage, extensionFolder } from '../../../kit/pages/a-page.ts';
import { untilSettled } from '../../../kit/window/clock.ts';
import { FakePanel, setSetting, setWindowFocus } from '../../../kit/window/editor.ts';
import { until } from '../../../tools/until.ts';

const { Panel } = await import('../../../../src/platform/page/panel.ts');
const { Uri } = await import('vscode');

const folder = extensionFolder();

/** A panel with a page whose HTML is there. */
async function open(page = new APage()) {
	const shown = new FakePanel('ticket');
	const { log, lines } = readable();
	const panel = new Panel({
		panel: shown as never,
		extension: Uri.file(folder),
		page: 'ticket',
		createController: page.create,
		log,
	});
	await until(() => shown.webview.html !== '');
	const request = async (name: string, body?: unknown, key?: string) => {
		const before = shown.posted.length;
		shown.received.fire(page.request(name, body, key));
		await until(() => shown.posted.length > before);
	};
	/** The script of the page runs. Afterwards, nothing is posted that was not asked for. */
	const start = async () => {
		shown.received.fire(page.request('ready'));
		await until(() => snapshots().length > 0);
		shown.posted.length = 0;
		page.calls.length = 0;
	};
	const snapshots = () => shown.posted.filter((one) => JSON.stringify(one).includes('snapshot'));
	return { page, shown, panel, lines, request, start, snapshots };
}

describe('A panel', () => {
	it('shows the first snapshot in its HTML, and runs nothing but the script of its page', async () => {
		const { shown } = await open();
		assert.match(shown.webview.html, /<title>Title a<\/title>.*id="first-snapshot">"first"<.*start\(\);/s);
		assert.match(shown.webview.html, /class="ticket" data-key="a" data-letters="on" data-image-hosts="\[\]"/);
		assert.deepEqual(shown.webview.options, { enableScripts: true, localResourceRoots: [] });
		assert.equal(shown.title, 'Title a');
	});

	it('lets the page wait if its first snapshot fails, and logs the failure', async () => {
		const page = new APage();
		page.text = '';
		const { shown, lines } = await open(page);
		assert.match(shown.webview.html, /id="first-snapshot">null</);
		assert.match(lines.map(({ line }) => line).join(), /A page could not be drawn.*no snapshot/s);
	});

	it('is seen only while its window has the focus', async () => {
		const { page, start } = await open();
		await start();
		try {
			setWindowFocus(false);
			page.changed();
			await until(() => page.calls.length === 1);
		} finally {
			setWindowFocus(true);
		}
		await until(() => page.calls.length === 2);
		assert.deepEqual(page.calls, ['drawn unseen', 'drawn']);
	});

	it('gets no HTML if it is closed before its script is read', async () => {
		const shown = new FakePanel('ticket');
		const page = new APage();
		new Panel({
			...{
				panel: shown as never,
				extension: Uri.file(folder),
				page: 'ticket',
				createController: page.create,
			},
			log: readable().log,
		});
		shown.dispose();
		// Another panel reads its script later.
		await open();
		assert.equal(shown.webview.html, '');
	});

	it('does nothing after it was closed', async () => {
		const { shown, panel, page, start } = await open();
		await start();
		shown.dispose();
		assert.deepEqual([page.calls, panel.signal.aborted], [['disposed'], true]);
		shown.received.fire(page.request('say', 'hello'));
		await panel.focusField();
		setSetting('tildeforge.singleLetterKeys', 'off');
		assert.deepEqual([shown.posted, page.calls], [[], ['disposed']]);
	});
});

describe('A request that fails', () => {
	for (const [what, failure, isLogged] of [
		['an expected reason', new ForgeError('missing', 'Gone.'), false],
		['a bug', new TypeError('a bug'), true],
	] as const) {
		it(`is answered with ${what}, which is ${isLogged ? '' : 'not '}logged`, async () => {
			const { shown, page, request, start, lines } = await open();
			await start();
			page.failure = failure;
			await request('say', 'hello');
			assert.match(JSON.stringify(shown.posted), /problem/);
			assert.equal(lines.length, isLogged ? 1 : 0);
		});
	}
});

describe('A hidden panel', () => {
	it('gets no snapshots, and asks for one when its page starts again', async () => {
		const { shown, page, start, snapshots } = await open();
		await start();
		shown.become({ visible: false });
		assert.deepEqual(page.calls, ['hidden']);
		page.text = 'second';
		page.changed();
		await until(() => page.calls.length > 0);
		shown.become({ visible: true });
		assert.deepEqual(snapshots(), []);
		shown.received.fire(page.request('ready'));
		await until(() => snapshots().length > 0);
		assert.deepEqual(snapshots(), [{ snapshot: 'second' }]);
	});
});

describe('A panel that shows another page', () => {
	it('keeps the previous page on the screen until what is known was read from the disk', async () => {
		const { panel, start, request, snapshots } = await open();
		await start();
		const other = new APage('b');
		const disk = Promise.withResolvers<void>();
		other.opened = disk.promise;
		other.text = 'loading';
		panel.replacePage(other.create);
		await request('say', 'hello', 'b');
		assert.deepEqual(snapshots(), []);
		other.text = 'known';
		disk.resolve();
		await until(() => snapshots().length > 0);
		assert.deepEqual(snapshots(), [{ snapshot: 'known' }]);
	});

	it('shows what was read from the disk also if that took long', async () => {
		const { panel, start, snapshots } = await open();
		await start();
		const other = new APage('b');
		const disk = Promise.withResolvers<void>();
		other.opened = disk.promise;
		mock.timers.enable({ apis: ['setTimeout'] });
		panel.replacePage(other.create);
		mock.timers.tick(100);
		await untilSettled(() => snapshots().length > 0);
		other.text = 'known';
		disk.resolve();
		await untilSettled(() => snapshots().length > 1);
		assert.deepEqual(snapshots()[1], { snapshot: 'known' });
	});

	afterEach(() => mock.timers.reset());

	it('gives the focus to its field after it is on the screen', async () => {
		const { shown, panel, start } = await open();
		await start();
		const other = new APage('b');
		const disk = Promise.withResolvers<void>();
		other.opened = disk.promise;
		panel.replacePage(other.create);
		await panel.focusField();
		assert.deepEqual(shown.posted, []);
		disk.resolve();
		await until(() => shown.posted.length > 1);
		assert.deepEqual(shown.posted, [{ snapshot: 'first' }, { write: true }]);
	});
});

describe('A request that opens a page whose stored data cannot be read', () => {
	it('is answered nevertheless', async () => {
		const { shown, page, panel, start, snapshots } = await open();
		await start();
		const other = new APage('b');
		other.opened = new Promise(() => {});
		page.didSay = () => panel.replacePage(other.create);
		mock.timers.enable({ apis: ['setTimeout'] });
		shown.received.fire(page.request('say', 'hello'));
		await untilSettled(() => page.calls.includes('disposed'));
		mock.timers.tick(100);
		await untilSettled(() => snapshots().length > 0);
		assert.equal(shown.posted.length, 1);
		mock.timers.tick(10_000);
		await untilSettled(() => shown.posted.length > 1);
		assert.deepEqual(shown.posted[1], { id: '1', answer: { ok: null, replacedBy: 'b' } });
	});

	afterEach(() => mock.timers.reset());
});
