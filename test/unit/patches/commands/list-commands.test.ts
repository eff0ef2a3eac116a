import assert from 'node:assert/strict';
import { everyThread, type SeriesSummary } from '../../../../src/patches/state/lists/series-summary.ts';
import { answerWith, choose, enter, passTurns, takeCalls } from '../../../kit/window/editor.ts';
import { listCommands, row } from '../../../kit/window/list-commands.ts';

describe('Creating a mailing list', () => {
	const { open } = listCommands();

	it('asks for its name and description, and shows it', async () => {
		const { account, commands, shown } = await open('ana');
		await account('ana').lists.own.refresh();
		answerWith(enter(' birds '), enter('Songs\\nand nests'));
		await commands.create();
		const { description } = await account('ana').client.list({ owner: '~ana', list: 'birds' });
		assert.equal(description, 'Songs\nand nests');
		assert.ok(shown('ana').includes('~ana/birds'));
		assert.deepEqual(takeCalls(), [
			'input: New Mailing List: Name of the new mailing list of ~ana',
			'input: New Mailing List: Description (Markdown, optional)',
			'status bar: ~ana/birds was created',
		]);
	});
});

describe('Editing a mailing list', () => {
	const { open, forge } = listCommands();

	it('changes its description, and shows its permissions, which are changed in the browser, but not for one of another user', async () => {
		const { account, commands } = await open('ana', 'bob');
		await account('ana').client.createList({}, { name: 'ducks', description: 'One.\nTwo.' });
		answerWith(choose('Description'), enter('Three.\\nFour.'));
		await commands.edit([row('ducks')]);
		const [choice, box] = takeCalls();
		assert.match(
			choice ?? '',
			/^pick: Edit ~ana\/ducks: \$\(note\) Edit Description… \| \$\(lock\) Change Permissions in Browser… \(not possible through the forge's API\)/,
		);
		assert.match(box ?? '', /: Description \(Markdown\)\. Write \\n for a line break\.: One\.\\nTwo\.$/);
		const { description } = await account('ana').client.list({ owner: '~ana', list: 'ducks' });
		assert.equal(description, 'Three.\nFour.');
		let detail: unknown;
		answerWith((items) => {
			const [, permissions] = Array.isArray(items) ? items : [];
			detail = permissions.detail;
			return permissions;
		});
		await commands.edit([row('ducks')]);
		assert.match(
			String(detail),
			/^Subscribers can browse, reply and post · Other signed-in users can .+ · Users without an account can /,
		);
		assert.equal(takeCalls().at(-1), `browser: ${forge().addresses.lists}/~ana/ducks`);
		await commands.edit([row('editor-devel', {}, { account: 'bob' })]);
		const told = 'information: Edit Mailing List is only available for your own mailing lists.';
		assert.deepEqual(takeCalls(), [told]);
	});
});

describe('A command on a mailing list', () => {
	const { open, forge } = listCommands();
	const list = { account: 'ana', owner: '~ana', list: 'editor-devel' };
	const base = () => `${forge().addresses.lists}/~ana/editor-devel`;
	const message = '<a/b+c@example.org>';
	const encoded = '%3Ca%2Fb%2Bc%40example.org%3E';
	for (const [what, about, path] of [
		['a list', {}, ''],
		['a patchset', { kind: 'patchset', key: { ...list, patchset: 12 } }, '/patches/12'],
		['a discussion', { kind: 'thread', list, mail: 7, message }, `/${encoded}`],
		['a patch', { kind: 'patch', series: { ...list, patchset: 12 }, mail: 7, message }, `/${encoded}`],
		['a mail without a Message-ID', { kind: 'thread', list, mail: 7, message: 'mail 7' }, ''],
	] as const) {
		it(`opens the web page of ${what}, and copies its address`, async () => {
			const { commands } = await open('ana');
			const args = [row('editor-devel', about)] as const;
			await commands.openOnWeb(args);
			await commands.copyLink(args);
			const address = `${base()}${path}`;
			assert.deepEqual(takeCalls(), [
				`browser: ${address}`,
				`clipboard: ${address}`,
				'status bar: Link copied',
			]);
		});
	}

	it('copies the Message-ID of a patch, or of the first mail of a patchset', async () => {
		const { commands, signOut, cache } = await open('ana');
		const series = { ...list, patchset: 12 };
		await commands.copyMessageId([row('editor-devel', { kind: 'patch', series, mail: 7, message })]);
		await (await cache('ana', 'editor-devel')).readPatchset(12);
		assert.deepEqual(takeCalls(), ['clipboard: a/b+c@example.org', 'status bar: Message-ID copied']);
		await commands.copyMessageId([row('editor-devel', { kind: 'patchset', key: series })]);
		assert.match(takeCalls()[0] ?? '', /^clipboard: [^<>]+@[^<>]+$/);
		const nameless = { kind: 'thread', list, mail: 7, message: 'mail 7' };
		await assert.rejects(commands.copyMessageId([row('editor-devel', nameless)]), { kind: 'missing' });
		await commands.copyMessageId([]);
		assert.deepEqual(takeCalls(), ['status bar: Select a patchset first.']);
		signOut('ana');
		await passTurns();
		const signedOut = commands.copyMessageId([row('editor-devel', { kind: 'patchset', key: series })]);
		await assert.rejects(signedOut, { kind: 'signed-out' });
	});

	it('is for the list that the user works with if it is called on no row, and asks if the account of that is signed out', async () => {
		const { commands, setCurrent } = await open('ana');
		setCurrent(list);
		takeCalls();
		await commands.openOnWeb([]);
		assert.deepEqual(takeCalls(), [`browser: ${base()}`]);
		setCurrent({ ...list, account: 'bob' });
		await commands.openOnWeb([]);
		assert.match(takeCalls().at(-1) ?? '', /^pick: Open Mailing List in Browser: /);
	});

	it('asks for a list without a row, and says if the account of a row is signed out', async () => {
		const { commands, signOut } = await open('ana');
		answerWith(choose('editor-devel'));
		await commands.openOnWeb([]);
		assert.equal(takeCalls().at(-1), `browser: ${base()}`);
		signOut('ana');
		await passTurns();
		await assert.rejects(commands.copyLink([row('editor-devel')]), { kind: 'signed-out' });
	});
});

describe('Editing the saved queries', () => {
	const { open } = listCommands();

	it('opens the setting that has them', async () => {
		const { commands } = await open('ana');
		await commands.editQueries();
		assert.deepEqual(takeCalls(), ['command: workbench.action.openSettings: @id:tildeforge.patchQueries']);
	});
});

describe('Mark All Patchsets and Discussions as Seen', () => {
	const { open } = listCommands();
	const list = { account: 'ana', owner: '~ana', list: 'editor-devel' };

	it('removes the dots of what the user has sent or reviewed, also in lists of others, unless it is for one list', async () => {
		const { commands, seen, cache, account } = await open('bob');
		await account('bob').sent.refresh();
		const known = await cache('bob', 'editor-devel');
		await known.refresh();
		seen.beginMine('bob', 0);
		const key = { ...list, account: 'bob' };
		const dots = () => known.threads.series.filter((one) => seen.countUnseenOfMine(key, one, '~nobody'));
		const concernsBob = ({ mails }: SeriesSummary) =>
			mails.some(({ sender }) => sender?.canonical_name === '~bob');
		const before = dots();
		assert.ok(before.some(({ sender }) => sender === '~bob'));
		assert.ok(before.some((one) => one.sender !== '~bob' && concernsBob(one)));
		await commands.markSeen([row('editor-announce')]);
		assert.equal(dots().length, before.length);
		await commands.markAllSeen();
		assert.ok(!dots().some(concernsBob));
		assert.deepEqual(
			dots(),
			before.filter((one) => !concernsBob(one)),
			'other series are not remembered',
		);
		assert.ok(dots().length > 0);
		takeCalls();
	});

	it('removes the dots of a list, or of all lists', async () => {
		for (const isForAll of [false, true]) {
			const { commands, seen, cache, account } = await open('ana');
			const known = await cache('ana', 'editor-devel');
			await known.refresh();
			await account('ana').lists.own.refresh();
			const series = everyThread(known.threads);
			const unseen = () => series.filter((one) => seen.countUnseen(list, one, '~nobody')).length;
			seen.begin(list, []);
			assert.equal(unseen(), series.length);
			await (isForAll ? commands.markAllSeen() : commands.markSeen([row('editor-devel')]));
			assert.equal(unseen(), 0);
		}
		assert.deepEqual(takeCalls(), [
			'status bar: Marked all patchsets and discussions of ~ana/editor-devel as seen',
			'status bar: Marked all patchsets and discussions of 2 mailing lists as seen',
		]);
	});
});

describe('The Load More row of a saved query', () => {
	const { open } = listCommands();
	const list = { account: 'ana', owner: '~ana', list: 'editor-devel' };

	it('reads what the query finds again, with older mails', async () => {
		const { commands, cache, forget, asked } = await open('ana');
		const query = (await cache('ana', 'editor-devel')).query('is:reply');
		await query.refresh();
		forget();
		await commands.loadMore([{ list, text: 'is:reply' }]);
		assert.ok(asked().length > 0);
		assert.ok(
			asked().every((one) => /posts.*is%3Areply/.test(one)),
			asked().join(),
		);
	});

	it('reads older patchsets if it is below the list itself, which is read first if it was not', async () => {
		const { commands, cache, forget, asked } = await open('ana');
		const known = await cache('ana', 'editor-devel');
		const other = await cache('ana', 'editor-announce');
		await commands.loadMore([{ list }, [{ list }, { list: { ...list, list: 'editor-announce' } }]]);
		assert.deepEqual([known.isComplete, other.isComplete], [true, true]);
		forget();
		await commands.loadMore([{ list }]);
		assert.ok(asked().length > 0);
		assert.ok(
			asked().every((one) => one.endsWith('/patchsets')),
			asked().join(),
		);
	});
});
