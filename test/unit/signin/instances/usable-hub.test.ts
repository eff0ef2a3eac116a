import assert from 'node:assert/strict';
import { usableHub } from '../../../../src/signin/instances/usable-hub.ts';

describe('The usable hub', () => {
	const services = { name: 'a', lists: 'https://lists.forge.test', trackers: 'https://todo.forge.test' };

	it('is in the domain of a service', () => {
		assert.equal(usableHub({ ...services, hub: 'https://hub.forge.test' }), 'https://hub.forge.test');
	});

	it('is not one in another domain, where it would get tokens', () => {
		assert.equal(usableHub({ ...services, hub: 'https://hub.other.test' }), undefined);
	});

	it('is not there if the forge has none', () => {
		assert.equal(usableHub(services), undefined);
	});
});
