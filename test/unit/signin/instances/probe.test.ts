import assert from 'node:assert/strict';
import { startForge } from '../../../../src/sandbox/forge.ts';
import type { Service } from '../../../../src/signin/instances/instance.ts';
import { probe } from '../../../../src/signin/instances/probe.ts';
import { dialectOptions } from '../../../graphql-forge/graphql-api.ts';
import { network } from '../../../kit/forge/person.ts';
import { webSites } from '../../../kit/forge/web-sites.ts';

const never = new AbortController().signal;
const meta = '/query/api-meta.json';
const scopes = {
	identity: '{"scopes":["PROFILE","SSH_KEYS"]}',
	lists: '{"scopes":["PROFILE","EMAILS"]}',
	repositories: '{"scopes":["PROFILE","OBJECTS"]}',
	trackers: '{"scopes":["PROFILE","TICKETS"]}',
} as const;
const services = ['identity', 'lists', 'repositories', 'trackers'] as const;

describe('A service that speaks GraphQL', () => {
	const { context } = network();
	const { site } = webSites();
	const found = (service: Service, address: string) => probe(context, service, address, never);

	for (const service of services) {
		it(`is found as ${service} and as no other service`, async () => {
			const address = await site({ '*': [404, ''], [meta]: [200, scopes[service]] });
			for (const wanted of services) {
				const finding = await found(wanted, address);
				const isOwn = wanted === service;
				assert.equal(finding.kind, isOwn ? 'good' : 'other', wanted);
				if (isOwn) assert.equal(finding.kind === 'good' && finding.graphql, 'only');
				else if (wanted !== 'identity') {
					assert.match(finding.kind === 'other' ? finding.message : '', /^A forge service responded, but/);
				}
			}
		});
	}

	it('has sign-in by OAuth 2.0', async () => {
		const address = await site({ '*': [404, ''], [meta]: [200, scopes.identity] });
		const finding = await found('identity', address);
		assert.equal(finding.kind === 'good' && finding.hasOAuth, true);
	});

	it('may speak REST besides', async () => {
		const rest = { '/api/version': [200, '{"version":"1"}'], '/api/trackers': [401, ''] } as const;
		const address = await site({ '*': [404, ''], ...rest, [meta]: [200, scopes.trackers] });
		assert.deepEqual(await found('trackers', address), { kind: 'good', version: '1', graphql: 'also' });
	});

	it('speaks GraphQL only if its REST is gone except for the version', async () => {
		const address = await site({
			...{ '*': [404, ''], '/api/version': [200, '{"version":"1"}'] },
			[meta]: [200, scopes.trackers],
		});
		assert.deepEqual(await found('trackers', address), { kind: 'good', version: '1', graphql: 'only' });
	});

	for (const [what, answers] of [
		['the version is forbidden', { '/api/version': [403, ''] }],
		['the version is a page', { '/api/version': [200, '<h1>Maintenance</h1>'] }],
		['only the version is missing', { '/api/trackers': [401, ''] }],
	] as const) {
		it(`may still have REST if ${what}`, async () => {
			const address = await site({ '*': [404, ''], ...answers, [meta]: [200, scopes.trackers] });
			const finding = await found('trackers', address);
			assert.equal(finding.kind === 'good' && finding.graphql, 'also');
		});
	}

	it('is found while its REST is busy, which may come back', async () => {
		const address = await site({ '*': [503, ''], [meta]: [200, scopes.trackers] });
		assert.deepEqual(await found('trackers', address), { kind: 'good', version: undefined, graphql: 'also' });
	});

	it('is not mistaken for something else while it is busy', async () => {
		for (const status of [429, 500, 503]) {
			const address = await site({ '*': [404, ''], [meta]: [status, ''] });
			for (const service of services)
				assert.equal((await found(service, address)).kind, 'away', `${service} ${status}`);
		}
	});

	it('is not needed by a service that speaks REST', async () => {
		const rest = { '/api/version': [200, '{"version":"1"}'], '/api/lists': [401, ''] } as const;
		const address = await site({ '*': [404, ''], ...rest, [meta]: [503, ''] });
		assert.deepEqual(await found('lists', address), { kind: 'good', version: '1', graphql: 'unknown' });
	});

	for (const [dialect, graphql] of [
		['rest', undefined],
		['graphql', 'only'],
		['both', 'also'],
	] as const) {
		it(`is found in a forge with ${dialect}`, async () => {
			const forge = await startForge({ port: 0, ...dialectOptions(dialect) });
			try {
				const finding = await found('trackers', forge.addresses.trackers);
				assert.equal(finding.kind, 'good');
				assert.equal(finding.kind === 'good' ? finding.graphql : '', graphql);
			} finally {
				await forge.stop();
			}
		});
	}
});
