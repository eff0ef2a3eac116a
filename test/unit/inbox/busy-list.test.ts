import assert from 'node:assert/strict';
import { Lifetime } from '../../../src/base/lifetime.ts';
import { describeRow } from '../../../src/inbox/model/describe-row.ts';
import { countUnseen, groupEntries } from '../../../src/inbox/model/groups.ts';
import { startForge } from '../../../src/sandbox/forge.ts';
import { temporaryFolder } from '../../tools/places.ts';
import { until } from '../../tools/until.ts';
import { push } from '../../ui/git-pushes.ts';
import { changedFile, patchBody, sendMails } from '../../ui/patches-mails.ts';
import { forgeUser } from '../../ui/ticket-driver.ts';
import { openInboxWindow } from './inbox-window.ts';

const series = 40;
/** Several times as many as the forge lists at once. */
const replies = 300;

type Window = Awaited<ReturnType<typeof openInboxWindow>>;

/** The rows of the Inbox without their ages, and the number on its badge. */
function rowsOf({ inbox }: Window) {
	const now = Date.now();
	const groups = groupEntries(inbox.events.entries, now);
	const rows = groups.flatMap(({ subjects }) =>
		subjects.map((subject) => {
			const { label, description } = describeRow(subject, { me: '~ana', now });
			return `${label} · ${description.replace(/ · (now|\d+m)$/, '')}`;
		}),
	);
	return { rows: rows.toSorted(), badge: countUnseen(groups) };
}

/** The words of the last reply in each row, which a row may not have. */
const wordsByRow = (rows: readonly string[]) =>
	new Map(
		rows.map((row) => {
			const [, words] = /: (Reply \d+\.)/.exec(row) ?? [];
			return [row.replace(`: ${words}`, ''), words] as const;
		}),
	);

const patch = (nth: number, version: number, id: string) => ({
	id,
	subject: `[PATCH editor${version > 1 ? ` v${version}` : ''}] Odd files ${nth}`,
	body: patchBody('Text.', [changedFile(`file-${nth}.c`, 1, ['-1', `+${version}`])]),
});

describe('A busy list', () => {
	it('has one row for each series, thread, ticket and push, the same by webhooks and by polling', async function () {
		this.timeout(120_000);
		const lifetime = new Lifetime();
		const data = temporaryFolder('busy-list');
		const forge = await startForge({ port: 0, data });
		try {
			const { addresses, users } = forge;
			const [hooked, polling] = await Promise.all([
				openInboxWindow(forge, lifetime),
				openInboxWindow({ addresses, users }, lifetime),
			]);
			for (const { inbox, repositories, readAll } of [hooked, polling]) {
				await repositories.accounts[0]?.repositories.pins.pin({ owner: '~bob', name: 'dotfiles' });
				inbox.setFocus(true);
				await readAll(6);
			}
			const { inbox, live } = hooked;
			const haveHooks = () => inbox.watched.every((one) => live.stateOf(one).kind === 'registered');
			await until(haveHooks, { what: 'everything has webhooks', seconds: 60 });
			// Without the focus, only deliveries cause requests.
			for (const one of [hooked, polling]) one.inbox.setFocus(false);

			const numbers = Array.from({ length: series }, (_, nth) => nth);
			await sendMails(forge, [
				...numbers.flatMap((nth) => [
					patch(nth, 1, `v1-${nth}@example.org`),
					...(nth % 4 === 0 ? [patch(nth, 2, `v2-${nth}@example.org`)] : []),
				]),
				{ id: 'thread@example.org', subject: 'How fast?', body: 'Well?\n' },
				...Array.from({ length: replies }, (_, nth) => ({
					id: `reply-${nth}@example.org`,
					subject: 'Re: Odd files',
					body: `On Monday, Bob wrote:\n> Text.\n\nReply ${nth}.\n`,
					from: 'Carol <carol@example.org>',
					answers: nth % 10 === 9 ? 'thread@example.org' : `v1-${nth % series}@example.org`,
				})),
			]);
			await forgeUser(forge, '~bob').create({ title: 'The cursor blinks', description: 'It does.' });
			await forgeUser(forge, '~bob').update(49, { comment: 'First.' });
			await forgeUser(forge, '~bob').update(49, { comment: 'You too, ~ana?' });
			await push(data, '~bob/dotfiles', 'Blink slowly', { branches: ['one', 'two', 'three'] });
			polling.inbox.setFocus(true);
			polling.inbox.refresh();

			const events = 1 + series + series / 4 + 1 + replies + 2 + 3;
			const counts = () => [hooked, polling].map((one) => one.inbox.events.entries.length);
			await until(() => counts().every((count) => count >= events), {
				what: `both windows have all ${events} updates`,
				seconds: 90,
			}).catch((error) => assert.fail(`${error}: ${counts()}`));
			const expected = series + 1 + 2 + 1;
			const byHooks = rowsOf(hooked);
			const byPolling = rowsOf(polling);
			assert.deepEqual([byHooks.rows.length, byHooks.badge], [expected, expected], byHooks.rows.join('\n'));
			assert.deepEqual([byPolling.rows.length, byPolling.badge], [expected, expected]);
			// Only a delivery says who has pushed.
			const withPusher = (row: string) => row.replace(/^Branches (.*) created /, '~bob created branches $1 ');
			const polledRows = byPolling.rows.map(withPusher);
			for (const row of [
				'#49 Save keeps the own… · ~bob: You too, ~ana? · mentions you, 2 comments',
				'How fast? · ~carol: Reply 299. · new thread, 30 replies',
				'Odd files 11 · ~carol: Reply 291. · 1 patch, 8 replies',
				'v2 Odd files 12 · ~carol: Reply 292. · 1 patch, 8 replies',
				'~bob created branches one, three and two · Blink slowly',
			])
				assert.ok(polledRows.includes(row), `${row} is not among ${polledRows.join('\n')}`);
			// A refresh finds the words of forty mails of a list, other reads those of ten, and a regular read may come before the refresh.
			const byRow = { hooks: wordsByRow(byHooks.rows), polling: wordsByRow(polledRows) };
			assert.deepEqual([...byRow.polling.keys()].toSorted(), [...byRow.hooks.keys()].toSorted());
			const withWords = [...byRow.hooks].filter(([, words]) => words !== undefined);
			assert.ok(withWords.length >= 10, `${withWords.length} rows have words`);
			for (const [row, words] of withWords)
				assert.ok(
					[words, undefined].includes(byRow.polling.get(row)),
					`${row} · ${words} is not ${byRow.polling.get(row)}`,
				);
		} finally {
			lifetime.dispose();
			await forge.stop();
		}
	});
});
