import assert from 'node:assert/strict';
import { togetherKey } from '../../../../../../src/patches/model/series/mails/identity.ts';
import { mail } from '../mails.ts';

describe('The key of mails that were sent together', () => {
	it('does not depend on the author of what was never sent', () => {
		const unsent = (from: string) => togetherKey(mail(undefined, '[PATCH 1/3] One', { from }));
		assert.equal(unsent('ana'), unsent('bob'));
	});
});
