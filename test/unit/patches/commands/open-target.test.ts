import assert from 'node:assert/strict';
import type { LinkTarget } from '../../../../src/platform/model/references.ts';
import { passTurns, takeCalls } from '../../../kit/window/editor.ts';

const { openTarget } = await import('../../../../src/patches/commands/open-target.ts');

describe('A link on the page of a series', () => {
	const accounts = [
		['ana', 'one'],
		['carol', 'one'],
		['bob', 'two'],
	].map(([id, name]) => ({ session: { id }, instance: { name } }));
	const ticket: LinkTarget = { kind: 'ticket', owner: '~ana', tracker: 'editor', ticket: 7, event: 3 };
	const inList = { owner: '~ana', list: 'devel' };
	const inRepository = { owner: '~ana', repository: 'editor' };
	const address = 'https://one.test/~ana';
	const ticketOf = (account: string) =>
		`command: tildeforge.openTicket: ${JSON.stringify({
			kind: 'ticket',
			key: { account, owner: '~ana', tracker: 'editor', ticket: 7 },
			event: 3,
		})}`;
	const patchset = `command: tildeforge.openPatchsetByName: ${address}: carol`;
	const repository = `command: tildeforge.openRepositoryUrl: ${address}`;

	const cases: readonly [
		target: LinkTarget,
		instance: string | undefined,
		reference: string,
		call: string | undefined,
	][] = [
		[ticket, undefined, '#7', ticketOf('carol')],
		[ticket, 'one', address, ticketOf('carol')],
		[ticket, 'two', address, ticketOf('bob')],
		[ticket, 'three', address, undefined],
		[{ kind: 'patchset', ...inList, patchset: 1 }, 'one', address, patchset],
		[{ kind: 'mail', ...inList, message: 'a@b' }, 'one', address, patchset],
		[{ kind: 'mail', ...inList, message: 'a@b' }, 'one', 'a@b', undefined],
		[{ kind: 'repository', ...inRepository }, 'one', address, repository],
		[{ kind: 'repository', ...inRepository }, 'one', '~ana/editor', undefined],
		[{ kind: 'user', user: '~ana' }, 'one', address, undefined],
	];
	for (const [target, name, reference, call] of cases) {
		it(`to a ${target.kind}, written as ${reference}, of ${name ?? 'its own forge'} is opened in ${call === undefined ? 'the browser' : 'VS Code'}`, async () => {
			const instance = (name === undefined ? undefined : { name }) as never;
			const isOpened = openTarget({ target, account: 'carol', instance, reference }, { accounts } as never);
			await passTurns();
			assert.deepEqual([isOpened, takeCalls()], [call !== undefined, call === undefined ? [] : [call]]);
		});
	}
});
