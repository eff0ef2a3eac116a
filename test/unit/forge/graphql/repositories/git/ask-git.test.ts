import assert from 'node:assert/strict';
import type { Wire } from '../../../../../../src/forge/client/connect.ts';
import { ForgeError } from '../../../../../../src/forge/contract/errors.ts';
import { GraphqlCall } from '../../../../../../src/forge/graphql/graphql-call.ts';
import { GitProtocol } from '../../../../../../src/forge/graphql/repositories/git/ask-git.ts';
import { flushPacket, packet } from '../../../../../../src/forge/graphql/repositories/git/packets.ts';
import { ResourceMemory } from '../../../../../../src/forge/graphql/resource-memory.ts';
import { answer, stage } from '../../../server.ts';

/** A name can have half of a surrogate pair. */
const garden = { name: 'gar den\ud800', owner: { canonical_name: '~ana' } };

describe("Git's protocol at a forge", () => {
	const { serve, wireTo } = stage();

	function gitAt(address: string, visibility: string, signal?: AbortSignal) {
		const options = signal ? { signal } : {};
		const call = new GraphqlCall(wireTo(address), new ResourceMemory(), [], options, undefined);
		return new GitProtocol(call, { ...garden, visibility });
	}

	/** The forge answers with each text in turn, and then with the last one. */
	async function open({
		visibility = 'PUBLIC',
		status = 200,
		texts = [''],
	}: {
		readonly visibility?: string;
		readonly status?: number;
		readonly texts?: readonly string[];
	} = {}) {
		const server = await serve((_, response, nth) => {
			if (status === 200) response.end(texts[nth] ?? texts.at(-1));
			else answer(response, status, {});
		});
		return { git: gitAt(server.address, visibility), asked: server.asked };
	}

	for (const [what, refusal] of [
		['by ending', ''],
		['in words', packet("ERR filter 'tree' not supported")],
	] as const) {
		it(`is not asked again with a filter after the forge has refused that ${what} twice in succession`, async () => {
			const { git, asked } = await open({ texts: [refusal] });
			for (const body of ['one', 'other', 'third']) assert.equal(await git.fetchFiltered(body), undefined);
			assert.equal(asked.length, 2);
			await git.advertise();
			assert.equal(asked.length, 3);
		});
	}

	it('is asked again with a filter after empty answers between others', async () => {
		const answers = ['', packet('a') + flushPacket];
		const { git, asked } = await open({ texts: [...answers, ...answers] });
		for (const body of ['one', 'two', 'three', 'four']) await git.fetchFiltered(body);
		assert.equal(asked.length, 4);
	});

	it('does not say that the token is refused if the forge asks for a password', async () => {
		const server = await serve((_, response) => {
			response.statusCode = 401;
			response.end();
		});
		const below = wireTo(server.address);
		const kinds: unknown[] = [];
		const noticing: Wire = {
			...below,
			bytes: (call) =>
				below.bytes(call).catch((error: unknown) => {
					kinds.push(error instanceof ForgeError && error.kind);
					throw error;
				}),
		};
		const call = new GraphqlCall(noticing, new ResourceMemory(), [], {}, undefined);
		const git = new GitProtocol(call, { ...garden, visibility: 'PUBLIC' });
		assert.deepEqual([await git.advertise(), await git.fetchFiltered('')], [undefined, undefined]);
		assert.deepEqual(kinds, ['forbidden', 'forbidden']);
	});
});
