import assert from 'node:assert/strict';
import { identityOf } from '../../../src/base/object-identity.ts';

describe('The identity of an object', () => {
	it('is the same for the same object, and differs between equal ones', () => {
		const [one, other] = [{}, {}];
		assert.equal(identityOf(one), identityOf(one));
		assert.notEqual(identityOf(one), identityOf(other));
	});
});
