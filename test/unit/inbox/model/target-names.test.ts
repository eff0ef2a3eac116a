import assert from 'node:assert/strict';
import { nameOfTarget } from '../../../../src/inbox/model/target-names.ts';

describe('What webhooks are about is called', () => {
	for (const [family, params, name, kind] of [
		['tracker', { owner: '~ana', tracker: 'editor' }, '~ana/editor', 'tracker'],
		['ticket', { owner: '~ana', tracker: 'editor', ticket: '7' }, '~ana/editor#7', 'ticket'],
		['list', { owner: '~ana', list: 'devel' }, '~ana/devel', 'list'],
		['repository', { owner: '~bob', repository: 'site' }, '~bob/site', 'repository'],
		['trackersUser', {}, 'Trackers of ~ana', 'tracker'],
		['listsUser', {}, 'Mailing lists of ~ana', 'list'],
		['repositoriesUser', {}, 'Repositories of ~ana', 'repository'],
	] as const) {
		it(name, () =>
			assert.deepEqual(nameOfTarget({ family, params }, '~ana'), {
				name,
				kind,
				isAccountWide: family.endsWith('User'),
			}),
		);
	}
});
