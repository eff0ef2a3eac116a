import assert from 'node:assert/strict';
import type { Snapshot } from '../../../src/tickets/page/protocol.ts';
import { comment, composer, drafted, sample, user, when } from '../../kit/pages/sample.ts';
import { event, said, snapshotOf, ticket, view } from '../../kit/pages/ticket-view.ts';
import { openPage } from './page.ts';
import { refuse } from './page-answers.ts';

/** A snapshot with `text` in every place where another user's text can appear. */
function hostile(text: string): Snapshot {
	const who = { kind: 'user', name: text, initials: text } as const;
	const from = { kind: 'external', name: text, from: text, url: text } as const;
	const label = { name: text, text, color: text };
	const pieces = [text, { strong: text }, { label, isRemoved: true }, { link: text, open: text, code: text }];
	const note = { key: text, kind: 'info', icon: 'issues', pieces, acts: [] } as const;
	return {
		...sample,
		key: text,
		ref: text,
		tracker: { name: text, open: text },
		number: text,
		title: text,
		status: { text, icon: 'issues', tone: 'good' },
		labels: [label],
		notes: [note],
		facts: [
			{
				term: text,
				rows: [{ icon: 'issues', people: [who, from], pieces, screenReaderText: text, time: when(text) }],
			},
		],
		timeline: [
			comment('a', who, '<p>ok</p>', { name: text, mark: text }),
			comment('b', from, '<p>ok</p>'),
			{ kind: 'event', key: text, icon: 'issues', tone: null, pieces, time: when(text) },
			{ kind: 'since', key: 'since', text },
		],
		composer: {
			...composer,
			me: who,
			status: { value: text, label: text },
			moves: [{ value: 'x', label: text }],
			labels: [label],
			known: [label],
			notes: [note],
		},
		position: { text, hasPrevious: true, hasNext: true },
	};
}

const attacks = [
	'<img src=https://evil.test/a onerror=alert(1)>',
	'"><script src=https://evil.test/b></script><svg onload=alert(1)>',
	'javascript:alert(1)',
	'red; background: url(https://evil.test/c)',
	"' onmouseover=alert(1) style=background:url(//evil.test/d) x='",
	'\u202e\u2066</span><iframe src=https://evil.test/e>{{constructor}}',
];

describe('The page of a ticket', () => {
	it('runs nothing and fetches nothing, whatever text its fields contain', async () => {
		const page = await openPage(sample);
		for (const text of attacks) {
			await page.show(hostile(text));
			const found = await page.page.evaluate(() => ({
				alien: document.querySelectorAll(
					'#page :is(script, img, iframe, object, link, style, [style*=url], [onload])',
				).length,
				links: [...document.querySelectorAll('#page a')].map((link) => link.getAttribute('href')),
				title: document.querySelector('h1')?.textContent,
				label: document.querySelector<HTMLElement>('.label')?.style.getPropertyValue('--label'),
			}));
			assert.equal(found.alien, 0);
			assert.deepEqual([...new Set(found.links)].sort(), ['#', '#text']);
			assert.equal(found.title, text);
			assert.equal(found.label, '');
			assert.deepEqual([page.fetched, page.broken], [[], []]);
		}
	});

	it('can run nothing and fetch nothing, even if its HTML were unsafe', async () => {
		const bad =
			'<img src="https://evil.test/i.png"><img src=x onerror="window.ran = true"><p style="background:url(https://evil.test/s)">x</p><form action="https://evil.test/f"><button>Go</button></form><iframe src="https://evil.test/p"></iframe>';
		const page = await openPage({
			...sample,
			editing: [drafted],
			timeline: [comment('a', user('~eve'), bad)],
		});
		await page.page.getByRole('button', { name: 'Go', exact: true }).click();
		await page.page.locator('iframe').waitFor({ state: 'attached' });
		assert.deepEqual(page.asks('send'), []);
		assert.deepEqual(page.fetched, []);
		assert.equal(await page.page.evaluate(() => Reflect.get(window, 'ran')), undefined);
		assert.match(page.page.url(), /^https:\/\/page\.test\//);
	});

	it('is safe from the forge to the screen: with hostile Markdown, names and labels', async () => {
		const text = [
			...attacks,
			'[a](javascript:alert(1)) [b](command:workbench.action.quit) ![c](https://evil.test/c.png) <b onclick=alert(1)>',
			'```html\n<img src=x onerror=alert(1)>\n```',
			'>'.repeat(1_000_000),
		].join('\n\n');
		const name = attacks[0] ?? '';
		const external = {
			type: 'external',
			external_id: `git:${name}`,
			external_url: 'javascript:alert(1)',
		} as const;
		const hostile = {
			...ticket,
			title: name,
			description: text,
			submitter: external,
			labels: attacks,
			status: name,
		};
		const events = [said(1, attacks.join('\n\n')), event(2, { event_type: ['label_added'], label: attacks })];
		// A server may send any word as a status.
		const snapshot = snapshotOf({ ...view, ticket: Object.assign({}, ticket, hostile), events });
		const page = await openPage(snapshot);
		assert.equal(
			await page.page.locator('#page :is(script, img, iframe, object, style, [onclick])').count(),
			0,
		);
		for (const link of await page.page.locator('.prose a').all())
			assert.match((await link.getAttribute('data-open')) ?? '', /^(https?:|mailto:|ticket:|user:)/);
		assert.deepEqual([page.fetched, page.broken], [[], []]);
	});

	it('announces a second comment by the same person, too', async () => {
		const page = await openPage(sample);
		const status = page.page.locator('#page > [role=status]');
		const said: (string | null)[] = [];
		for (const key of ['one', 'two', 'three']) {
			const { timeline } = page.snapshot;
			await page.show({ timeline: [...timeline, comment(key, user('~bob'), '<p>Yes.</p>')] });
			said.push(await status.textContent());
		}
		assert.deepEqual(
			said.map((text) => text?.trim()),
			Array(3).fill('Comment by ~bob'),
		);
		// A screen reader says only what has changed.
		assert.ok(said[0] !== said[1] && said[1] !== said[2]);
	});

	it('shows why something failed also to a user who has scrolled down', async () => {
		const page = await openPage(sample, 'dark', { copyRef: refuse('The clipboard is not available.') });
		await page.page.setViewportSize({ width: 700, height: 400 });
		await page.page.keyboard.press('Shift+G');
		await page.page.keyboard.press('y');
		const alert = page.page.getByRole('alert');
		await alert.waitFor();
		const { y } = (await alert.boundingBox()) ?? assert.fail();
		assert.ok(y >= 0 && y < 400, `It is at ${y}.`);
		await alert.getByRole('button', { name: 'Close' }).press('Enter');
		assert.equal(await alert.count(), 0);
		assert.equal(await page.page.evaluate(() => document.activeElement?.tagName), 'H1');
	});

	it('follows its link to the comment box by a click, but not by a right click', async () => {
		const page = await openPage(sample);
		const link = page.page.getByRole('link', { name: 'Go to the comment box' });
		const focused = () => page.page.evaluate(() => document.activeElement?.id);
		await link.focus();
		await link.dispatchEvent('auxclick', { button: 2 });
		assert.notEqual(await focused(), 'text');
		await link.dispatchEvent('click');
		assert.equal(await focused(), 'text');
	});

	it('folds the details to one line on a narrow page', async () => {
		const page = await openPage(sample);
		const summary = page.page.locator('aside summary');
		const dates = page.page.locator('.facts').getByText('Reported', { exact: true });
		const shown = async () => [await summary.isVisible(), await dates.isVisible()];
		assert.deepEqual(await shown(), [false, true]);
		await page.page.setViewportSize({ width: 860, height: 800 });
		assert.deepEqual(await shown(), [true, false]);
		assert.match(await summary.innerText(), /^Assigned to ~bob · Submitted by ~ana · .*Reported 15 Nov 2026/);
		assert.ok(((await summary.boundingBox())?.height ?? 0) < 40);
		await summary.press('Enter');
		assert.deepEqual([await shown(), await summary.innerText()], [[true, true], 'Details']);
		await page.show({ title: 'Renamed' });
		assert.deepEqual(await shown(), [true, true]);
	});

	it('asks the host to open a link and does not navigate itself', async () => {
		const page = await openPage(sample);
		await page.page.locator('.prose').getByRole('link', { name: '~ana/editor-docs#7' }).click();
		await page.page.getByRole('link', { name: 'git.example.net' }).click({ button: 'middle' });
		await page.page.getByRole('link', { name: '~ana/editor', exact: true }).click();
		await page.until('open', 3);
		assert.deepEqual(page.asks('open'), [
			{ open: 'ticket:~ana/editor-docs#7' },
			{ open: 'https://git.example.net/octo-dana' },
			{ open: 'https://todo.example.org/~ana/editor' },
		]);
		assert.equal(page.page.url(), 'https://page.test/');
		assert.deepEqual(page.broken, []);
		assert.equal(page.page.context().pages().length, 1);
		page.handlers = { open: refuse('There is no such ticket.') };
		await page.page.locator('.event a').first().click();
		await page.page.getByRole('alert').getByText('There is no such ticket.').waitFor();
		// The menu of the right button belongs to the editor.
		await page.page.locator('.event a').first().click({ button: 'right' });
		await page.settled();
		assert.equal(page.asks('open').length, 4);
		page.handlers = {};
		await page.page.locator('.event a').first().click();
		await page.page.getByRole('alert').waitFor({ state: 'detached' });
	});

	it('shows an image from the host when the user clicks on it, or why there is none, and keeps it after a snapshot', async () => {
		const page = await openPage(sample);
		const button = page.page.getByRole('button', { name: 'Show image from example.org' });
		page.handlers = { showImage: refuse('The image is too large.') };
		await button.click();
		await page.page.getByRole('alert').getByText('The image is too large.').waitFor();
		page.handlers = {};
		await button.click();
		const image = page.page.getByRole('img', { name: 'A screen' });
		await image.waitFor({ state: 'attached' });
		assert.deepEqual(page.asks('showImage'), Array(2).fill({ src: 'https://example.org/shot.png' }));
		await page.show({ title: 'Another title' });
		await image.evaluate((shown: HTMLImageElement) => shown.decode());
		const paragraph = page.page.locator('p').filter({ has: image });
		assert.equal(await paragraph.textContent(), ' Always Show Images from example.org');
		assert.deepEqual([page.fetched, page.broken], [[], []]);
	});

	it('shows all images of a host once the user asks for it, and those of others only on a click', async () => {
		const button = (src: string) =>
			`<button type="button" class="image" data-src="${src}" data-alt="${src.slice(-5)}">Show</button>`;
		const shots = ['https://a.example/1.png', 'https://a.example/2.png', 'https://b.example/3.png'];
		const html = `<p>${shots.map(button).join(' ')}</p>`;
		const page = await openPage({ ...sample, timeline: [comment('e1', user('~bob'), html)], parts: [] });
		const image = (name: string) => page.page.getByRole('img', { name });
		const always = page.page.getByRole('button', { name: 'Always Show Images from a.example' });
		assert.equal(await always.count(), 0);
		await page.page.locator('.image').first().focus();
		await page.page.keyboard.press('Enter');
		await always.waitFor();
		assert.equal(await page.page.evaluate(() => document.activeElement?.tagName), 'IMG');
		assert.equal(await image('2.png').count(), 0);
		await page.page.keyboard.press('Tab');
		await page.page.keyboard.press('Enter');
		await image('2.png').waitFor({ state: 'attached' });
		assert.equal(await image('1.png').evaluate((one) => one === document.activeElement), true);
		assert.deepEqual(page.asks('allowImages'), [{ host: 'a.example' }]);
		assert.deepEqual(
			page.asks('showImage'),
			shots.slice(0, 2).map((src) => ({ src })),
		);
		await always.waitFor({ state: 'detached' });
		assert.equal(await image('3.png').count(), 0);
		// A text that is drawn again shows the same images, and fetches none.
		const more = comment('e1', user('~bob'), `${html}<p>More.</p>`);
		await page.show({ timeline: [more] });
		await page.page.getByText('More.').waitFor();
		assert.equal(await page.page.locator('#page img').count(), 2);
		assert.equal(page.asks('showImage').length, 2);
		await page.setImageHosts(['b.example']);
		await image('3.png').waitFor({ state: 'attached' });
		assert.deepEqual(page.broken, []);
	});

	it('requests each image of an allowed host once, however often its text is drawn, and a broken one again only on a click', async () => {
		const button = (src: string) =>
			`<button type="button" class="image" data-src="${src}" data-alt="${src.slice(-5)}">Show</button>`;
		const numbers = [1, 2, 3, 4, 5, 6];
		const [broken = '', late = '', ...good] = numbers.map((one) => `https://a.example/${one}.png`);
		const html = `<p>${[broken, ...good].map(button).join(' ')}</p>`;
		const page = await openPage({ ...sample, timeline: [comment('e1', user('~bob'), html)], parts: [] });
		const data = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
		page.handlers = {
			showImage: ({ src }) => {
				if (src === broken) throw new Error('Not found');
				return { data };
			},
		};
		await page.setImageHosts(['a.example']);
		await page.page
			.locator('#page img')
			.nth(good.length - 1)
			.waitFor({ state: 'attached' });
		for (const words of ['One', 'Two', 'Three']) {
			await page.show({ timeline: [comment('e1', user('~bob'), `${html}<p>${words}.</p>`)] });
			await page.page.getByText(`${words}.`).waitFor();
		}
		assert.equal(page.asks('showImage').length, good.length + 1);
		await page.page.locator('.image').click();
		await page.until('showImage', good.length + 2);
		// Images of a host that is removed are not requested when they come into view.
		const far = `<p>${'<br>'.repeat(400)}${button(late)}</p>`;
		await page.show({ timeline: [comment('e1', user('~bob'), far)] });
		await page.page.locator('.image').waitFor();
		await page.setImageHosts([]);
		await page.page.locator('.image').scrollIntoViewIfNeeded();
		await page.show({ title: 'Another title' });
		await page.page.getByRole('heading', { name: 'Another title' }).first().waitFor();
		assert.equal(page.asks('showImage').length, good.length + 2);
	});

	it('explains what is missing and offers actions: loading, no connection, signed out, not found', async () => {
		const page = await openPage({
			...sample,
			timeline: [],
			facts: [],
			composer: null,
			status: null,
			loadingText: 'Loading ~ana/editor#42…',
		});
		const reading = page.page.getByText('Loading ~ana/editor#42…');
		assert.equal(await reading.evaluate((said) => getComputedStyle(said).animationDelay), '0.4s');
		const acts = ['retry', 'sign-in', 'web', 'show-changes'] as const;
		await page.show({
			...sample,
			notes: acts.map((act) => ({
				key: act,
				kind: 'warning',
				icon: 'warning',
				pieces: [{ strong: act }],
				acts: [{ act, label: `Do ${act}` }],
			})),
			timeline: sample.timeline,
		});
		for (const act of acts) await page.page.getByRole('button', { name: `Do ${act}` }).click();
		assert.equal(await page.page.evaluate(() => document.activeElement?.className), 'since');
		const head = page.page.getByRole('banner');
		await head.getByRole('button', { name: 'Previous ticket' }).click();
		await head.getByRole('button', { name: 'Next ticket' }).click({ force: true });
		await page.until('act', 2);
		await page.until('go');
		assert.deepEqual(page.asks('retry'), [{}]);
		assert.deepEqual(
			page.asks('act'),
			acts.slice(1, 3).map((act) => ({ act })),
		);
		assert.deepEqual(page.asks('go'), [{ step: 'previous' }]);
	});

	it('acts on the change that a note is about', async () => {
		const acts = ['grant', 'send-now', 'discard-change'] as const;
		const page = await openPage({
			...sample,
			notes: acts.map((act) => ({
				key: act,
				kind: 'warning',
				icon: 'warning',
				pieces: ['Confirmed: not made.'],
				acts: [{ act, label: `Do ${act}`, entry: `change ${act}` }],
			})),
		});
		for (const act of acts) await page.page.getByRole('button', { name: `Do ${act}` }).click();
		await page.until('actOnWaiting', 3);
		assert.deepEqual(
			page.asks('actOnWaiting'),
			acts.map((act) => ({ entry: `change ${act}`, act })),
		);
	});

	it('copies the link to a comment, and says so', async () => {
		const page = await openPage(sample);
		await page.page.getByRole('button', { name: 'Copy link to this description' }).waitFor();
		await page.page.getByRole('button', { name: 'Copy link to this comment' }).first().click({ force: true });
		await page.until('copyLink');
		assert.deepEqual(page.asks('copyLink'), [{ entry: 'e3' }]);
		await page.page.getByRole('status').getByText('Link copied').waitFor();
	});

	it('offers to undo the last change until the user types something', async () => {
		const page = await openPage({ ...sample, undoable: 'one' });
		const undo = page.page.getByRole('button', { name: 'Undo', exact: true });
		await undo.dblclick();
		await page.page.keyboard.press('u');
		await page.until('undo', 3);
		assert.deepEqual(page.asks('undo'), [{ change: 'one' }, { change: 'one' }, { change: null }]);
		await page.page.locator('#text').fill('More');
		await undo.waitFor({ state: 'detached' });
		await page.page.getByRole('button', { name: 'Discard' }).click();
		await page.show({ undoable: null });
		await page.page.getByRole('button', { name: 'Undo', exact: true }).click();
		await page.until('restoreDraft');
	});

	it('announces another ticket that it shows, and starts at its top', async () => {
		const page = await openPage(sample);
		await page.page.setViewportSize({ width: 700, height: 400 });
		await page.page.evaluate(() => window.scrollTo(0, 300));
		await page.page.waitForFunction(() => sessionStorage.getItem('state')?.includes('"scroll":{"y":300'));
		await page.show({ key: 'one ~ana/editor#43', number: '#43', title: 'Another ticket' });
		await page.page.locator('p[role=status]').getByText('#43 Another ticket').waitFor();
		assert.equal(await page.page.evaluate(() => window.scrollY), 0);
		await page.page.reload();
		await page.page.waitForSelector('#text');
		const kept = await page.page.evaluate(() => sessionStorage.getItem('state') ?? '');
		assert.equal(JSON.parse(kept).key, 'one ~ana/editor#43');
	});

	it('leaves the timeline untouched when the user types or an equal snapshot arrives', async () => {
		const page = await openPage(sample);
		await page.page.evaluate(() => {
			const changes: string[] = [];
			Object.assign(window, { changes });
			const note = (all: MutationRecord[]) =>
				changes.push(...all.map(({ type, target }) => `${type} ${target.nodeName}`));
			for (const part of ['.timeline', '.facts', '.ticket-head', '.strip > div']) {
				const options = { subtree: true, childList: true, attributes: true, characterData: true };
				new MutationObserver(note).observe(document.querySelector(part) ?? document.body, options);
			}
		});
		await page.page.locator('#text').pressSequentially('abc');
		await page.show();
		await page.show();
		assert.deepEqual(await page.page.evaluate(() => Reflect.get(window, 'changes')), []);
		const timeline = sample.timeline.map((entry) =>
			entry.key === 'e8'
				? comment('e8', user('~bob'), '<p>Edited.</p>', { isUnseen: true, mark: 'assigned' })
				: entry,
		);
		await page.show({ timeline });
		await page.page.getByText('Edited.').waitFor();
		const changed: unknown[] = await page.page.evaluate(() => Reflect.get(window, 'changes'));
		assert.ok(changed.length > 0 && changed.length < 5, JSON.stringify(changed));
	});
});
