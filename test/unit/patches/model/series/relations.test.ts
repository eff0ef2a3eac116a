import assert from 'node:assert/strict';
import type { SeriesPatchset } from '../../../../../src/patches/model/series/mails/series-mail.ts';
import { relationsOfMail, relationsOfPatchset } from '../../../../../src/patches/model/series/relations.ts';
import { mail, person } from './mails.ts';

describe('The relations of a mail', () => {
	const relations = (...args: Parameters<typeof mail>) => new Set(relationsOfMail(mail(...args)));

	it('are the mails that it names, its title and the former one, and its change', () => {
		assert.deepEqual(
			relations('a', '[PATCH v2] New (was: Old)', { re: 'b', references: ['c'], changeId: 'change' }),
			new Set(['<a>', '<b>', '<c>', 'change', 'new', 'old']),
		);
	});

	it('are shared by the patches of an incomplete series', () => {
		const others = relations('b', '[PATCH 2/3] B');
		const shared = (subject: string) => [...relations('a', subject)].filter((one) => others.has(one)).length;
		assert.deepEqual([shared('[PATCH 1/3] A'), shared('[PATCH 1/2] A')], [1, 0]);
	});

	it('are only other mails if it is a reply', () => {
		assert.deepEqual(relations('a', 'Re: [PATCH] A', { re: 'b' }), new Set(['<a>', '<b>']));
	});
});

describe('The relations of a patchset', () => {
	const patchset: SeriesPatchset = {
		...{ id: 1, subject: 'New', prefix: '', version: 2, submitter: person('ana'), date: 0 },
		...{ messageId: '<a>', coverMessageId: undefined, supersededBy: 2 },
	};

	it('are its mails, the patchset after it and its title', () => {
		assert.deepEqual(relationsOfPatchset(patchset), [1, 2, '<a>', 'new']);
	});
});
