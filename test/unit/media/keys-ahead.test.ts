import assert from 'node:assert/strict';
import type { PatchsetSnapshot } from '../../../src/patches/page/protocol/protocol.ts';
import { sample } from '../../kit/pages/sample.ts';
import { openPage } from './page.ts';
import { openPatchset, type PatchsetPage } from './patchset-page.ts';
import { series } from './patchset-sample.ts';

/** The page of another version of the series. */
const versionPage = (name: string): Partial<PatchsetSnapshot> => ({
	key: name,
	title: `Undo history, ${name}`,
	versions: series.versions.map((one) => ({ ...one, isShown: one.key === name })),
});

/** Opens the last version. The host shows another one, and then answers the page that has asked for it, when `show` is called, or fails. */
async function open() {
	const page = await openPatchset(series);
	let next = Promise.withResolvers<void>();
	page.handlers = {
		version: async ({ version }) => {
			await next.promise;
			next = Promise.withResolvers();
			page.replacedBy = version;
			return { isElsewhere: false };
		},
	};
	const show = async (name: string) => {
		await page.show(versionPage(name));
		next.resolve();
	};
	return { page, show, fail: () => next.reject(new Error('gone')) };
}

async function press({ page }: Pick<PatchsetPage, 'page'>, ...keys: readonly string[]): Promise<void> {
	for (const key of keys) await page.keyboard.press(key);
}

/** What the page has asked for, with the page that it showed then, except for what it asks for by itself. */
const askedBy = ({ asked }: PatchsetPage) =>
	asked
		.filter(({ name }) => ['version', 'pickStatus', 'viewed', 'copyLink', 'leave', 'go'].includes(name))
		// A version is asked for without a mail.
		.map(({ name, key, body }) => [
			key,
			name,
			...Object.values(Object(body)).filter((value) => name !== 'version' || value !== null),
		]);

describe('A key that is pressed before the page that the user has asked for is drawn', () => {
	it('is for that page, and each is sent once', async () => {
		const { page, show } = await open();
		await press(page, '<', '>', 's');
		await page.delivered();
		assert.deepEqual(askedBy(page), [[series.key, 'version', 'v2']]);
		await show('v2');
		await page.until('version', 2);
		await show('v3');
		await page.until('pickStatus');
		await page.settled();
		assert.deepEqual(askedBy(page), [
			[series.key, 'version', 'v2'],
			['v2', 'version', 'v3'],
			['v3', 'pickStatus'],
		]);
	});

	it('is for that page also if the page that is drawn does not have the key', async () => {
		const { page, show } = await open();
		await page.show({ status: null });
		await press(page, '<', 's');
		await page.show({ status: series.status });
		await show('v2');
		await page.until('pickStatus');
		assert.deepEqual(askedBy(page), [
			[series.key, 'version', 'v2'],
			['v2', 'pickStatus'],
		]);
	});

	const ends: readonly (readonly [
		what: string,
		shown: string,
		end: (opened: Awaited<ReturnType<typeof open>>) => unknown,
	])[] = [
		[
			'the panel then shows another page, or none',
			'v1',
			async ({ page, show }) => {
				await page.show(versionPage('v1'));
				await show('v1');
			},
		],
		['the request fails', series.key, ({ fail }) => fail()],
		[
			'the focus has moved elsewhere since',
			'v2',
			async ({ page, show }) => {
				await page.page.evaluate(() => dispatchEvent(new FocusEvent('blur')));
				await show('v2');
			},
		],
	];
	for (const [what, shown, end] of ends)
		it(`does nothing if ${what}`, async () => {
			const opened = await open();
			const { page } = opened;
			await press(page, '<', 's');
			await page.delivered();
			await end(opened);
			await page.settled();
			await press(page, 'y');
			await page.until('copyLink');
			assert.deepEqual(askedBy(page), [
				[series.key, 'version', 'v2'],
				[shown, 'copyLink', null],
			]);
		});

	it('is text if a key before it has focused a field, and nothing if that has opened the list of keys', async () => {
		for (const opens of ['t', '?']) {
			const { page, show } = await open();
			await press(page, '<', opens, 's', 'y');
			await show('v2');
			await page.settled();
			assert.deepEqual(askedBy(page), [[series.key, 'version', 'v2']], opens);
		}
	});

	it('goes back to the list if it is Escape', async () => {
		const { page, show } = await open();
		await press(page, '<', 'Escape');
		await page.delivered();
		assert.deepEqual(page.asks('leave'), []);
		await show('v2');
		await page.until('leave');
	});
});

describe('A key that is pressed before the next ticket is drawn', () => {
	it('changes that ticket, also if the page loses the focus for a moment', async () => {
		const page = await openPage(sample);
		const key = 'one ~ana/editor#43';
		const pressed = Promise.withResolvers<void>();
		page.handlers = {
			go: async () => {
				await pressed.promise;
				await page.show({ key, number: '#43', title: 'Another ticket' });
				page.replacedBy = key;
				return { isElsewhere: false };
			},
		};
		await press(page, 'j', 'f');
		// VS Code shows the same panel again.
		await page.page.evaluate(() => {
			for (const type of ['blur', 'focus']) dispatchEvent(new Event(type));
		});
		pressed.resolve();
		await page.until('triage');
		assert.deepEqual(
			page.asked.flatMap((one) => (one.name === 'triage' ? [one.key] : [])),
			[key],
		);
	});

	it('goes on from that ticket, with which the user is not done', async () => {
		const inList = { text: '1 of 3 new', hasPrevious: false, hasNext: true, isMixed: true };
		const page = await openPage({ ...sample, position: inList });
		const pressed = Promise.withResolvers<void>();
		const key = 'one ~ana/editor#43';
		page.handlers = {
			go: async () => {
				await pressed.promise;
				await page.show({ key, number: '#43', title: 'Another ticket' });
				page.replacedBy = key;
				return { isElsewhere: false };
			},
		};
		await press(page, 'e', 'e');
		pressed.resolve();
		await page.until('go', 2);
		assert.deepEqual(page.asks('go'), [{ step: 'done' }, { step: 'next' }]);
	});

	for (const [what, next] of [
		['has a comment box', sample],
		['has none yet', { ...sample, composer: null, loadingText: 'Loading…' }],
	] as const) {
		it(`is for its comment box if C was pressed before, and the ticket ${what}`, async () => {
			const page = await openPage(sample);
			const key = 'one ~ana/editor#43';
			const answer = Promise.withResolvers<{ isElsewhere: boolean }>();
			page.handlers = { go: () => answer.promise };
			await press(page, 'j', 'c', 'f');
			await page.show({ ...next, key, number: '#43', title: 'Another ticket' });
			page.replacedBy = key;
			answer.resolve({ isElsewhere: false });
			await page.settled();
			await page.show({ ...sample, key });
			await page.page.locator('#text:focus').waitFor();
			await press(page, 'f');
			assert.equal(await page.page.locator('#text').inputValue(), 'f');
			assert.deepEqual([page.asks('go'), page.asks('triage')], [[{ step: 'next' }], []]);
		});
	}
});
