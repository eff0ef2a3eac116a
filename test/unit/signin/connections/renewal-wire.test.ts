import assert from 'node:assert/strict';
import { fileStorage } from '../../../../src/base/files/file-storage.ts';
import type { Call, Wire } from '../../../../src/forge/client/connect.ts';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import { Renewal } from '../../../../src/signin/connections/renewal.ts';
import { withRenewal } from '../../../../src/signin/connections/renewal-wire.ts';
import type { Session } from '../../../../src/signin/sessions/session.ts';
import { ana, openWindow } from '../../../kit/window/sign-in-window.ts';

const call: Call = {
	...{ method: 'PUT', isWrite: true, route: '/a', path: '/a', query: {}, body: undefined, scope: null },
	signal: undefined,
};
const refusal = new ForgeError('signed-out', 'The token is not accepted.');
/** The refusal, with the name of the forge to sign in to. */
const refused = { kind: 'signed-out', message: refusal.message, instance: 'example.org', cause: refusal };
const lasting: typeof ana = { ...ana, expires: Date.now() + 3_600_000 };

interface Given {
	readonly given?: typeof ana;
	readonly isInvalid?: boolean;
	/** Why the forge neither renews tokens nor tells whether it accepts them. */
	readonly failure?: ForgeError;
}

describe('A call with the token of a session', () => {
	/** A wire whose requests fail with these errors, one after the other, and then succeed. */
	async function open(
		errors: readonly unknown[],
		{ given = lasting, isInvalid = false, failure }: Given = {},
	) {
		const { registry, place, log } = openWindow();
		const session = await registry.put(given);
		const failures = [...errors];
		const tokens: (string | undefined)[] = [];
		const send = async <T>(value: T): Promise<T> => {
			tokens.push(registry.get(session.id)?.token);
			if (failures.length > 0) throw failures.shift();
			return value;
		};
		const below: Wire = {
			json: () => send('json'),
			bytes: () => send(new Uint8Array([1])),
			nothing: () => send(undefined),
			report: () => {},
		};
		const renewed: string[] = [];
		const renewal = new Renewal({
			registry,
			storage: fileStorage(place, log),
			fetchNext: async (used: Session) => {
				renewed.push(used.token);
				if (failure) throw failure;
				return { token: 'renewed-4711', scopes: null, expires: null, refresh: 'refresh-4712' };
			},
			isTokenInvalid: async () => {
				if (failure) throw failure;
				return isInvalid;
			},
			discard: async () => {},
			log,
		});
		const wire = withRenewal(below, 'example.org', 'trackers', session.id, renewal);
		return { wire, tokens, renewed, registry, session };
	}

	it('is not sent once the session has ended', async () => {
		const { wire, tokens, registry, session } = await open([]);
		await registry.remove(session.id);
		await assert.rejects(wire.json(call), {
			message: "You're not signed in to example.org. Sign in again.",
			instance: 'example.org',
		});
		assert.deepEqual(tokens, []);
	});

	it('is sent again, unchanged, if the forge still accepts the token elsewhere', async () => {
		const { wire, tokens, renewed } = await open([refusal], {
			given: { ...lasting, refresh: null, expires: null },
		});
		assert.equal(await wire.json(call), 'json');
		assert.deepEqual([tokens, renewed], [[ana.token, ana.token], []]);
	});

	it('is sent again at most once', async () => {
		const { wire, tokens } = await open([refusal, refusal], { isInvalid: true });
		await assert.rejects(wire.json(call), refused);
		assert.equal(tokens.length, 2);
	});

	for (const failure of [
		new ForgeError('refused', 'The disk is full.'),
		new ForgeError('surprise', 'This is a login page.', { status: 200 }),
	])
		it(`can be sent again later if its token cannot be renewed or checked now: ${failure.message}`, async () => {
			const isTemporary = { kind: 'busy', problem: failure.problem, mayBeDone: false };
			const ended = await open([], { given: { ...ana, expires: Date.now() - 1000 }, failure });
			await assert.rejects(ended.wire.json(call), isTemporary);
			assert.deepEqual(ended.tokens, []);
			const refusedToken = await open([refusal], { given: { ...lasting, refresh: null }, failure });
			await assert.rejects(refusedToken.wire.json(call), isTemporary);
			assert.equal(refusedToken.registry.get(refusedToken.session.id)?.token, ana.token);
		});

	it('that lacks permissions fails with the name of the forge, which can grant them', async () => {
		const lacking = new ForgeError('forbidden', 'No.', { scopes: ['tickets:write'] });
		const { wire } = await open([lacking]);
		await assert.rejects(wire.json(call), (error) => {
			assert.ok(error instanceof ForgeError);
			assert.deepEqual(
				[error.instance, error.message, error.scopes, error.cause],
				['example.org', 'No.', ['tickets:write'], lacking],
			);
			return true;
		});
	});
});
