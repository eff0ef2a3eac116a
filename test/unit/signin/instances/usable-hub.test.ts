import assert from 'node:assert/strict';
import { hubProblem, usableHub } from '../../../../src/signin/instances/usable-hub.ts';

describe('The usable hub', () => {
	const services = { name: 'a', lists: 'https://lists.forge.test', trackers: 'https://todo.forge.test' };

	it('is in the domain of two services', () => {
		assert.equal(usableHub({ ...services, hub: 'https://hub.forge.test' }), 'https://hub.forge.test');
	});

	it('is not one in another domain, where it would get tokens', () => {
		assert.equal(usableHub({ ...services, hub: 'https://hub.other.test' }), undefined);
	});

	it('can be in one of several domains, which users are told', () => {
		const instance = {
			...{ name: 'a', lists: 'https://lists.a.test', trackers: 'https://todo.b.test' },
			...{ repositories: 'https://git.c.test', hub: 'https://hub.other.test' },
		};
		assert.match(
			String(hubProblem(instance)),
			/in the domain lists\.a\.test, git\.c\.test or todo\.b\.test\.$/,
		);
	});

	it('is not there if the forge has none', () => {
		assert.equal(usableHub(services), undefined);
	});
});
