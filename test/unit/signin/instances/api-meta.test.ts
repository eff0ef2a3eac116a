import assert from 'node:assert/strict';
import { readGraphqlService } from '../../../../src/signin/instances/api-meta.ts';
import { network } from '../../../kit/forge/person.ts';
import { webSites } from '../../../kit/forge/web-sites.ts';

describe('The service that answers GraphQL at an address', () => {
	const { context } = network();
	const { site } = webSites();
	const path = '/query/api-meta.json';

	for (const [body, service] of [
		['{"scopes":["PROFILE","SSH_KEYS","PGP_KEYS"]}', 'identity'],
		['{"scopes":["PROFILE","LISTS","EMAILS"]}', 'lists'],
		['{"scopes":["OBJECTS"]}', 'repositories'],
		['{"scopes":["PROFILE","TRACKERS","TICKETS"],"more":1}', 'trackers'],
		['{"scopes":["PROFILE","PROJECTS","LISTS","TRACKERS"]}', 'hub'],
		['{"scopes":["PROFILE","JOBS"]}', 'other'],
		['{"scopes":"TICKETS"}', undefined],
		['<!doctype html>', undefined],
	] as const) {
		it(`is ${service ?? 'unknown'} for ${body}`, async () => {
			const address = await site({ '*': [404, ''], [path]: [200, body] });
			assert.equal(await readGraphqlService(context, `${address}/`), service);
		});
	}

	it('is none without that page', async () => {
		const address = await site({ '*': [404, '{"scopes":["TICKETS"]}'] });
		assert.equal(await readGraphqlService(context, address), 'none');
	});

	it('is unknown if a proxy forbids the page', async () => {
		const address = await site({ '*': [403, '<!doctype html>'] });
		assert.equal(await readGraphqlService(context, address), undefined);
	});

	it('is not known while the address is busy', async () => {
		await assert.rejects(readGraphqlService(context, await site({ '*': [503, ''] })), { kind: 'busy' });
	});
});
