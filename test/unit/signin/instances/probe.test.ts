import assert from 'node:assert/strict';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import { startForge } from '../../../../src/sandbox/forge.ts';
import type { Service } from '../../../../src/signin/instances/instance.ts';
import { isRestGone, probe, readVersion } from '../../../../src/signin/instances/probe.ts';
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
	const { context, asked } = network();
	const { site } = webSites();
	const found = (service: Service, address: string) => probe(context, service, address, never);

	for (const service of services) {
		it(`is found as ${service} and as no other service`, async () => {
			const address = await site({ '*': [404, ''], [meta]: [200, scopes[service]] });
			for (const wanted of services) {
				const finding = await found(wanted, address);
				const isOwn = wanted === service;
				assert.equal(finding.kind, isOwn ? 'good' : 'other', wanted);
				if (isOwn) assert.deepEqual(Object(finding).graphql, 'yes');
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

	for (const [what, isGone, answers] of [
		['nothing is there', true, {}],
		['only the version is there', true, { '/api/version': [200, '{"version":"1"}'] }],
		['the version is forbidden', false, { '/api/version': [403, ''] }],
		['the version is a page', false, { '/api/version': [200, '<h1>Maintenance</h1>'] }],
		['only the version is missing', false, { '/api/trackers': [401, ''] }],
		['a part is busy', false, { '/api/version': [503, ''] }],
		['all is busy', false, { '*': [503, ''] }],
	] as const) {
		it(`is found at once, and ${isGone ? 'has no REST' : 'may have REST'} if ${what}`, async () => {
			const address = await site({ '*': [404, ''], ...answers, [meta]: [200, scopes.trackers] });
			asked.length = 0;
			assert.deepEqual(await found('trackers', address), { kind: 'good', graphql: 'yes' });
			assert.deepEqual(asked, [`GET ${meta}`]);
			assert.equal(await isRestGone(context, 'trackers', address, never), isGone);
		});
	}

	it('is not mistaken for something else while it is busy', async () => {
		for (const status of [429, 500, 503]) {
			const address = await site({ '*': [404, ''], [meta]: [status, ''] });
			for (const service of services)
				assert.equal((await found(service, address)).kind, 'away', `${service} ${status}`);
		}
	});

	it('is asked only once if it does not answer in time', async () => {
		let sent = 0;
		const fetch = async () => {
			sent += 1;
			throw new ForgeError('timeout', 'Late.');
		};
		const { kind } = await probe({ ...context, fetch }, 'lists', 'https://lists.example', never);
		assert.deepEqual([kind, sent], ['away', 1]);
	});

	it('is not needed by a service that speaks REST', async () => {
		const rest = { '/api/version': [200, '{"version":"1"}'], '/api/lists': [401, ''] } as const;
		const address = await site({ '*': [404, ''], ...rest, [meta]: [503, ''] });
		assert.deepEqual(await found('lists', address), { kind: 'good', graphql: 'unknown' });
	});

	for (const [dialect, graphql] of [
		['rest', 'no'],
		['graphql', 'yes'],
		['both', 'yes'],
	] as const) {
		it(`is found in a forge with ${dialect}`, async () => {
			const forge = await startForge({ port: 0, ...dialectOptions(dialect) });
			try {
				assert.deepEqual(await found('trackers', forge.addresses.trackers), { kind: 'good', graphql });
			} finally {
				await forge.stop();
			}
		});
	}
});

describe('A service that speaks REST', () => {
	const { context, asked } = network();
	const { site } = webSites();
	const refusal = '{"errors":[{"reason":"No authorization supplied (expected an OAuth token)"}]}';

	it('is found by its refusal of a request without a token', async () => {
		const address = await site({ '*': [404, ''], '/api/lists': [401, refusal] });
		assert.deepEqual(await probe(context, 'lists', address, never), { kind: 'good', graphql: 'no' });
		assert.deepEqual(asked, [`GET ${meta}`, 'GET /api/lists']);
	});

	for (const body of ['', '<!doctype html>', '{}', '{"errors":[]}', '{"errors":["no"]}'])
		it(`is not found by a refusal of something else, such as ${body || 'nothing'}`, async () => {
			const address = await site({ '*': [404, ''], '/api/lists': [401, body] });
			assert.equal((await probe(context, 'lists', address, never)).kind, 'other');
		});

	it('may tell its version', async () => {
		const versionAt = async (status: number, body: string) =>
			readVersion(context, await site({ '*': [404, ''], '/api/version': [status, body] }), never);
		assert.equal(await versionAt(200, '{"version":"1"}'), '1');
		assert.equal(await versionAt(200, '<h1>Maintenance</h1>'), undefined);
		assert.equal(await versionAt(503, ''), undefined);
	});
});
