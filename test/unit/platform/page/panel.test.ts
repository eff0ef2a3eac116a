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

const answer = { id: '1', answer: { ok: null } };

describe('A panel', () => {
	it('shows the first snapshot in its HTML, and runs nothing but the script of its page', async () => {
		const { shown } = await open();
		assert.match(shown.webview.html, /<title>Title a<\/title>.*id="first-snapshot">"first"<.*start\(\);/s);
		assert.match(shown.webview.html, /class="ticket" data-key="a" data-letters="on" data-image-hosts="\[\]"/);
		assert.deepEqual(shown.webview.options, { enableScripts: true, localResourceRoots: [] });
		assert.equal(shown.title, 'Title a');
	});

	it('has what is known in its HTML', async () => {
		const page = new APage();
		page.text = 'loading';
		page.opened = Promise.resolve().then(() => {
			page.text = 'known';
		});
		const { shown } = await open(page);
		assert.match(shown.webview.html, /id="first-snapshot">"known"</);
	});

	it('says in its HTML that it is loading if the disk takes long', async () => {
		const page = new APage();
		page.opened = new Promise(() => {});
		const { shown } = await open(page);
		assert.match(shown.webview.html, /id="first-snapshot">"first"</);
	});

	it('lets the page wait if its first snapshot fails, and logs the failure', async () => {
		const page = new APage();
		page.text = '';
		const { shown, lines } = await open(page);
		assert.match(shown.webview.html, /id="first-snapshot">null</);
		assert.match(lines.map(({ line }) => line).join(), /A page could not be drawn.*no snapshot/s);
	});

	it('answers the page, then sends whether letters are keys and a snapshot', async () => {
		const { shown, page } = await open();
		shown.received.fire(page.request('ready'));
		await until(() => shown.posted.length === 3);
		assert.deepEqual(shown.posted, [answer, { hasLetterKeys: true, imageHosts: [] }, { snapshot: 'first' }]);
		assert.deepEqual(page.calls, ['drawn']);
	});

	it('only answers a new page, which shows what is in its HTML', async () => {
		const { shown, page, request, snapshots } = await open();
		await request('ready', {}, 'a');
		assert.deepEqual([shown.posted, page.calls], [[answer], ['drawn']]);
		page.text = 'second';
		page.changed();
		await until(() => snapshots().length > 0);
		assert.deepEqual(shown.posted.slice(1), [{ snapshot: 'second' }]);
	});

	for (const [what, change] of [
		['its snapshot has changed by then', (page: APage) => Object.assign(page, { text: 'second' })],
		['single-letter keys were turned off by then', () => setSetting('tildeforge.singleLetterKeys', 'off')],
	] as const) {
		it(`sends a new page a snapshot if ${what}`, async () => {
			const { shown, page, snapshots } = await open();
			change(page);
			shown.posted.length = 0;
			shown.received.fire(page.request('ready', {}, 'a'));
			await until(() => snapshots().length > 0);
			assert.deepEqual(snapshots(), [{ snapshot: page.text }]);
		});
	}

	it('only answers other requests, and sends no snapshot', async () => {
		const { shown, page, request, start } = await open();
		await start();
		await request('say', 'hello');
		assert.deepEqual([shown.posted, page.calls], [[answer], ['said hello']]);
	});

	it('logs an answer that cannot be sent', async () => {
		const { shown, page, lines, start } = await open();
		await start();
		shown.webview.postMessage = () => Promise.reject(new Error('The page is gone.'));
		shown.received.fire(page.request('say', 'hello'));
		await until(() => lines.some(({ line }) => /could not be answered.*The page is gone\./s.test(line)));
		shown.dispose();
	});

	it('does not answer a message that is not a request', async () => {
		const { shown, start, request } = await open();
		await start();
		for (const message of [null, 'ready', 7, {}, { name: 'say' }]) shown.received.fire(message);
		await request('say', 'hello');
		assert.deepEqual(shown.posted, [answer]);
	});

	it('sends changes of a short time as one snapshot', async () => {
		const { shown, page, start, snapshots } = await open();
		await start();
		page.text = 'second';
		page.changed();
		page.changed();
		await until(() => snapshots().length > 0);
		assert.deepEqual([shown.posted, page.calls], [[{ snapshot: 'second' }], ['drawn']]);
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

	it('reloads from the forge', async () => {
		const { panel, page } = await open();
		panel.refresh();
		await until(() => page.calls.length > 0);
		assert.deepEqual(page.calls, ['refreshed']);
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

	it('has new HTML when it is shown again if its page had never started', async () => {
		const { shown, page } = await open();
		shown.become({ visible: false });
		page.text = 'second';
		shown.become({ visible: true });
		await until(() => shown.webview.html.includes('"second"'));
	});

	it('has new HTML only once for that, and not when the user then goes to another tab', async () => {
		const { shown, page, request } = await open();
		shown.become({ visible: false });
		page.text = 'second';
		shown.become({ visible: true });
		await until(() => shown.webview.html.includes('"second"'));
		const { html } = shown.webview;
		shown.become({ active: false });
		await request('say', 'hello');
		await open();
		assert.equal(shown.webview.html, html);
	});

	it('keeps its HTML if its page had started', async () => {
		const { shown, page, start, snapshots } = await open();
		await start();
		const { html } = shown.webview;
		shown.become({ visible: false });
		page.text = 'second';
		shown.become({ visible: true });
		shown.received.fire(page.request('ready'));
		await until(() => snapshots().length > 0);
		assert.equal(shown.webview.html, html);
	});

	it('gets no snapshot if its page starts while it is hidden', async () => {
		const { shown, request, snapshots } = await open();
		shown.visible = false;
		await request('ready');
		await request('say', 'hello');
		assert.deepEqual(snapshots(), []);
	});
});

describe('The field of a page', () => {
	it('gets the focus at once if the page has started', async () => {
		const { shown, panel, start } = await open();
		await start();
		await panel.focusField();
		assert.deepEqual(shown.posted, [{ write: true }]);
	});

	it('gets the focus once the page starts', async () => {
		const { shown, panel, request, snapshots } = await open();
		await panel.focusField();
		assert.deepEqual(shown.posted, []);
		await request('ready');
		await until(() => snapshots().length > 0);
		assert.deepEqual(shown.posted.slice(0, 2), [answer, { write: true }]);
		await request('say', 'hello');
		assert.equal(shown.posted.filter((one) => JSON.stringify(one).includes('write')).length, 1);
	});
});

describe('A panel that shows another page', () => {
	it('sends its snapshot, and refuses requests of the previous page', async () => {
		const { shown, page, panel, start, request, snapshots } = await open();
		await start();
		const other = new APage('b');
		panel.replacePage(other.create);
		await until(() => snapshots().length > 0);
		assert.deepEqual([page.calls, other.calls], [['disposed'], ['drawn']]);
		assert.equal(shown.title, 'Title b');
		await request('say', 'hello');
		assert.deepEqual(page.calls, ['disposed']);
		assert.match(JSON.stringify(shown.posted.at(-1)), /shows something else/);
		page.changed();
		other.text = 'second';
		other.changed();
		await until(() => snapshots().length > 1);
		assert.deepEqual(snapshots(), [{ snapshot: 'first' }, { snapshot: 'second' }]);
	});

	it('gets the other page before its tab changes, which takes VS Code longer', async () => {
		const { shown, panel, start, snapshots } = await open();
		await start();
		let postedBefore: unknown[] | undefined;
		Object.defineProperty(shown, 'title', { set: () => (postedBefore ??= [...shown.posted]) });
		panel.replacePage(new APage('b').create);
		await until(() => snapshots().length > 0);
		assert.deepEqual(postedBefore, [{ snapshot: 'first' }]);
	});

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

	it('answers the request that has opened the other page after its snapshot, and names the page', async () => {
		const { shown, page, panel, start, request } = await open();
		await start();
		const other = new APage('b');
		const disk = Promise.withResolvers<void>();
		other.opened = disk.promise;
		page.didSay = () => {
			panel.replacePage(other.create);
			setImmediate(disk.resolve);
		};
		await request('say', 'hello');
		await until(() => shown.posted.length > 1);
		assert.deepEqual(shown.posted, [
			{ snapshot: 'first' },
			{ id: '1', answer: { ok: null, replacedBy: 'b' } },
		]);
	});

	it('answers that request after the snapshot with what is known, also if the disk takes long', async () => {
		const { shown, page, panel, start, snapshots } = await open();
		await start();
		const other = new APage('b');
		const disk = Promise.withResolvers<void>();
		other.opened = disk.promise;
		other.text = 'loading';
		page.didSay = () => panel.replacePage(other.create);
		shown.received.fire(page.request('say', 'hello'));
		await until(() => snapshots().length > 0);
		other.text = 'known';
		disk.resolve();
		await until(() => JSON.stringify(shown.posted).includes('answer'));
		assert.deepEqual(shown.posted, [
			{ snapshot: 'loading' },
			{ snapshot: 'known' },
			{ id: '1', answer: { ok: null, replacedBy: 'b' } },
		]);
	});

	it('names the page that a request has opened also if yet another one is shown by then', async () => {
		const { shown, page, panel, start, snapshots } = await open();
		await start();
		const slow = new APage('b');
		slow.opened = new Promise(() => {});
		page.didSay = () => panel.replacePage(slow.create);
		shown.received.fire(page.request('say', 'hello'));
		await until(() => page.calls.includes('disposed'));
		panel.replacePage(new APage('c').create);
		await until(() => snapshots().length > 0);
		await until(() => shown.posted.length > 1);
		assert.deepEqual(
			shown.posted.filter((one) => JSON.stringify(one).includes('answer')),
			[{ id: '1', answer: { ok: null, replacedBy: 'b' } }],
		);
	});

	it('shows that it is loading if the disk takes long', async () => {
		const { panel, start, snapshots } = await open();
		await start();
		const other = new APage('b');
		other.opened = new Promise(() => {});
		panel.replacePage(other.create);
		await until(() => snapshots().length > 0);
	});

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

	it('no longer gives the focus to the field of the previous page', async () => {
		const { shown, panel, request, snapshots } = await open();
		await panel.focusField();
		panel.replacePage(new APage('b').create);
		await request('ready', {}, 'b');
		await until(() => snapshots().length > 0);
		assert.doesNotMatch(JSON.stringify(shown.posted), /write/);
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

describe('The keys of a page', () => {
	it('are off as soon as the user turns them off', async () => {
		const { shown, start } = await open();
		await start();
		setSetting('tildeforge.other', 'off');
		setSetting('tildeforge.singleLetterKeys', 'off');
		await until(() => shown.posted.length > 0);
		assert.deepEqual(shown.posted, [{ hasLetterKeys: false, imageHosts: [] }]);
	});

	it('are off in the HTML if the user has turned them off', async () => {
		setSetting('tildeforge.singleLetterKeys', 'off');
		const { shown } = await open();
		assert.match(shown.webview.html, /data-letters="off"/);
	});
});

describe('The tab of a page', () => {
	const icon = { icon: 'pass', tone: 'good', hasDraft: false } as const;

	it('has the icon of the kind of page, or that of the page', async () => {
		const { shown, page, start, snapshots } = await open();
		await start();
		assert.deepEqual(
			Object.values(Object(shown.iconPath)).map((one) => String(one).replace(folder, '')),
			['file:/media/ticket-light.svg', 'file:/media/ticket-dark.svg'],
		);
		page.icon = icon;
		page.changed();
		await until(() => snapshots().length > 0);
		const [light, dark] = Object.values(Object(shown.iconPath)).map(String);
		assert.match(light ?? '', /^data:image/);
		assert.notEqual(light, dark);
	});

	it('is not set again while the icon is the same', async () => {
		const { shown, page, start, request } = await open();
		page.icon = icon;
		await start();
		const before = shown.iconPath;
		page.icon = { ...icon };
		await request('say', 'hello');
		await request('say', 'hello');
		assert.equal(shown.iconPath, before);
		page.icon = { ...icon, hasDraft: true };
		await request('say', 'hello');
		await until(() => shown.iconPath !== before);
	});
});
