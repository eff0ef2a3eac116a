import assert from 'node:assert/strict';
import { SeriesOfMails } from '../../../../../src/patches/state/find/series-of-mails.ts';
import { demoLists } from '../../../../kit/forge/demo-lists.ts';
import { ofPatchset } from '../../../../kit/mails/read-summary.ts';
import { skippableTime } from '../../../../kit/window/clock.ts';
import { until } from '../../../../tools/until.ts';
import { sendMails } from '../../../../ui/patches-mails.ts';

const ofMail = (mail: number) => ({ account: 'ana', owner: '~ana', list: 'editor-devel', mail });

describe('The series of mails', () => {
	const { open, forge } = demoLists();
	const time = skippableTime();
	const openSeries = async () => {
		const window = await open();
		const list = await window.cache('ana', 'editor-devel');
		await list.refresh();
		const account = window.lists.of('ana') ?? assert.fail();
		const { version } = await account.series.readVersion(ofPatchset(12), new AbortController().signal);
		const mails = version?.patches.map(({ mail }) => mail) ?? [];
		let changes = 0;
		const changed = () => {
			changes += 1;
		};
		const series = new SeriesOfMails(window.lists, changed);
		const [first = assert.fail()] = mails;
		return { ...window, list, mails, first, series, changes: () => changes };
	};

	it('are read once for all mails of a version, and not again if the forge has just answered', async () => {
		const { series, mails, asked, forget } = await openSeries();
		forget();
		const found = [];
		for (const { id } of mails) found.push(await series.of(ofMail(id)));
		assert.equal(found.length, 3);
		assert.deepEqual(found[0]?.key, ofPatchset(12));
		assert.equal(new Set(found).size, 1);
		assert.deepEqual(asked(), []);
		series.dispose();
	});

	it('are read again when a mail arrives, until they are released', async () => {
		const { series, first, list, changes, asked, forget } = await openSeries();
		const found = (await series.of(ofMail(first.id))) ?? assert.fail();
		let posted = 0;
		const post = async () => {
			const answers = first.messageId.slice(1, -1);
			const id = `${++posted}@example.org`;
			await sendMails(forge(), [{ id, subject: 'Re: wrap', body: 'Well?', answers }]);
			await list.refresh({ newestOnly: true });
		};
		const before = found.reader.reading?.mails.size ?? 0;
		series.keepOnly(new Set([found]));
		await post();
		await until(() => found.reader.reading?.mails.size === before + 1);
		assert.ok(changes() > 0);
		series.keepOnly(new Set());
		const after = changes();
		forget();
		await post();
		assert.equal(changes(), after);
		assert.deepEqual(
			asked().filter((path) => /thread|patchsets\/\d/.test(path)),
			[],
		);
		assert.notEqual(await series.of(ofMail(first.id)), found);
		series.dispose();
	});

	it('are read again when they are opened a minute later', async () => {
		const { series, first, asked, forget } = await openSeries();
		forget();
		time.skip(61_000);
		await series.of(ofMail(first.id));
		await until(() => asked().some((path) => path.includes('/patchsets/12')));
		series.dispose();
	});

	it('are none after signing out, and those that are stored after the session has ended', async () => {
		const { series, first, revoke, signOut, asked, forget } = await openSeries();
		const found = await series.of(ofMail(first.id));
		revoke('ana');
		forget();
		assert.equal(await series.of(ofMail(first.id)), found);
		series.keepOnly(new Set());
		time.skip(61_000);
		const again = (await series.of(ofMail(first.id))) ?? assert.fail();
		assert.ok(again.reader.reading);
		await until(() => !again.reader.isReading);
		assert.ok(found?.reader.reading);
		assert.deepEqual(asked(), []);
		signOut('ana');
		assert.equal(await series.of(ofMail(first.id)), undefined);
		series.dispose();
	});
});
