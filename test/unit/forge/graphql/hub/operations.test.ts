import assert from 'node:assert/strict';
import '../../../../../src/forge/shapes/hub.ts';
import { connectGraphql } from '../../../../../src/forge/graphql/connect-graphql.ts';
import { hubOperations } from '../../../../../src/forge/graphql/hub/operations.ts';
import { hubRows } from '../../../../../src/forge/rows/hub.ts';
import { type StartedArea, startGraphqlArea } from '../../../../kit/forge/graphql-area.ts';
import { plainTransport } from '../../../../kit/forge/plain-transport.ts';
import { testWire } from '../../../../kit/forge/test-wire.ts';

describe('The projects of a user at the hub', () => {
	const network = plainTransport();
	let hub: StartedArea;
	before(async () => {
		hub = await startGraphqlArea('hub');
	});
	after(async () => {
		network.dispose();
		await hub.stop();
	});

	const connectWith = (token: string) =>
		connectGraphql(
			hubRows,
			'hub.sr.ht',
			async () => hubOperations,
			testWire({ base: hub.address, token: () => token, fetch: network.fetch }),
		);

	const editor = {
		name: 'editor',
		lists: [{ owner: '~owner', name: 'editor-devel' }],
		repositories: [{ owner: '~other', name: 'editor' }],
		trackers: [{ owner: '~owner', name: 'bugs' }],
	};

	it('have their lists, trackers and repositories of git, which may belong to others', async () => {
		const { projects } = await connectWith(hub.token('other')).projects({ owner: '~owner' });
		assert.deepEqual(projects, [editor]);
		const own = await connectWith(hub.token('owner')).projects({ owner: '~owner' });
		assert.deepEqual(
			own.projects.map(({ name }) => name),
			['home', 'editor'],
		);
		assert.deepEqual(await connectWith(hub.token('other')).projects({ owner: '~third' }), { projects: [] });
	});

	it('are read with the scopes that are asked for, and with no fewer', async () => {
		const scopes = hubOperations.projects?.scopes.map((scope) => `hub.sr.ht/${scope}`) ?? [];
		const read = (granted: readonly string[]) =>
			connectWith(hub.token('other', granted.join(' '))).projects({ owner: '~owner' });
		assert.deepEqual(await read(scopes), { projects: [editor] });
		for (const missing of scopes) {
			const error = await read(scopes.filter((scope) => scope !== missing)).then(
				() => assert.fail(missing),
				(reason: unknown) => Object(reason),
			);
			assert.deepEqual([error.kind, error.scopes], ['forbidden', scopes], missing);
		}
	});

	it('are missing for a user whom the hub does not know', async () => {
		await assert.rejects(connectWith(hub.token('other')).projects({ owner: '~unknown' }), {
			kind: 'missing',
		});
	});
});
