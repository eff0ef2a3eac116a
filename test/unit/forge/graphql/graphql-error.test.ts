import assert from 'node:assert/strict';
import type { ForgeErrorKind } from '../../../../src/forge/contract/errors.ts';
import { type GraphqlError, toForgeError } from '../../../../src/forge/graphql/graphql-error.ts';

const error = (message: string, more: Partial<GraphqlError> & { code?: string; field?: string } = {}) => ({
	message,
	path: more.path ?? ['changed'],
	extensions: { code: more.code ?? '', field: more.field ?? '' },
});

const read = { isWrite: false, scopes: ['todo.sr.ht/TICKETS:RO'] };
const write = { isWrite: true, scopes: ['todo.sr.ht/TICKETS:RW'] };

describe('An error of a GraphQL answer', () => {
	const cases: [
		what: string,
		error: GraphqlError,
		kind: ForgeErrorKind,
		message: RegExp,
		mayBeDone?: boolean,
	][] = [
		['that names no cause', error(''), 'refused', /without giving a reason/],
		[
			'about a missing scope',
			error('Access denied for invalid auth method'),
			'forbidden',
			/missing at least one of these permissions: todo\.sr\.ht\/TICKETS:RW/,
		],
		[
			'about an event that the token may not receive',
			error('Insufficient access granted for webhook event TICKET_CREATED'),
			'forbidden',
			/permissions/,
		],
		['about a missing right', error('Access denied'), 'forbidden', /permission to change this/],
		[
			'about a missing right, as a code',
			error('no', { code: 'ERR_ACCESS_DENIED' }),
			'forbidden',
			/permission/,
		],
		['about a tracker that is gone', error('No tracker by ID 4 found for this user'), 'missing', /Not found/],
		['about a ticket that is gone', error('No such ticket'), 'missing', /Not found/],
		['about a row that is gone', error('sql: no rows in result set'), 'missing', /Not found/],
		['about a missing resource, as a code', error('huh', { code: 'ERR_NOT_FOUND' }), 'missing', /Not found/],
		[
			'about a name that is taken',
			error('A tracker by this name already exists.', { field: 'name' }),
			'refused',
			/already exists\.$/,
		],
		['about the identity service', error('Temporary error; try again later'), 'busy', /busy/],
		['about the time', error('context deadline exceeded'), 'timeout', /in time.*may have been made/, true],
		['about the time of a part', error('context canceled'), 'timeout', /in time.*may have been made/, true],
		[
			'about the time of a statement',
			error('pq: canceling statement due to user request'),
			'timeout',
			/in time.*may have been made/,
			true,
		],
		[
			'about a failure of the server',
			error('internal system error'),
			'surprise',
			/went wrong.*may have been made/,
			true,
		],
		[
			'about the cost',
			error('operation has complexity 297, which exceeds the limit of 200'),
			'surprise',
			/asks for too much/,
		],
		[
			'below a change that was made',
			error('Access denied', { path: ['changed', 'submitter'] }),
			'surprise',
			/change was made/,
			true,
		],
	];
	cases.push(
		...['must not be null', 'the requested element is null which the schema does not allow'].map(
			(words): (typeof cases)[number] => [
				`that says "${words}" about the answer, whose target is missing,`,
				error(words),
				'missing',
				/Not found/,
			],
		),
		['about a name that has moved', error('moved', { code: 'ERR_REDIRECT' }), 'missing', /Not found/],
		[
			'that contains the words of another one',
			error('It has a temporary error.'),
			'refused',
			/temporary error/,
		],
	);
	for (const [what, one, kind, message, mayBeDone = false] of cases) {
		it(`${what} is "${kind}", and the change ${mayBeDone ? 'may have been made' : 'was not made'}`, () => {
			const result = toForgeError([one], write);
			assert.equal(result.kind, kind);
			assert.match(result.message, message);
			assert.equal(result.mayBeDone, mayBeDone);
		});
	}

	const unread: [what: string, error: GraphqlError, kind: ForgeErrorKind, message: RegExp][] = [
		...['must not be null', 'the requested element is null which the schema does not allow'].map(
			(words): (typeof unread)[number] => [
				`that says "${words}" about what was asked for`,
				error(words, { path: ['owner', 'tracker', 'ticket'] }),
				'missing',
				/^Not found, or you don't have access\.$/,
			],
		),
		[
			'about a null in an element of a list, which is not what was asked for,',
			error('must not be null', { path: ['owner', 'tracker', 'ticket', 'events', 'results', 0, 'ticket'] }),
			'surprise',
			/^Something went wrong on the forge\.$/,
		],
		['about a webhook', error('No user webhook by ID 9 found for this user'), 'missing', /Not found/],
		['about a webhook of a list', error('no mailing list webhook by ID 3 found'), 'missing', /Not found/],
		[
			'about a search that the forge does not have',
			error('Code search is not enabled on this instance'),
			'refused',
			/^This forge does not offer this\.$/,
		],
		[
			'about what the forge does not have, as a code',
			error('', { code: 'ERR_UNSUPPORTED' }),
			'refused',
			/offer/,
		],
	];
	for (const [what, one, kind, message] of unread)
		it(`${what} is "${kind}" in a read`, () => {
			const result = toForgeError([one], read);
			assert.equal(result.kind, kind);
			assert.match(result.message, message);
		});

	it('of a read never says that a change may have been made', () => {
		for (const message of ['context canceled', 'internal system error', 'Access denied']) {
			const result = toForgeError([error(message)], read);
			assert.equal(result.mayBeDone, false);
			assert.doesNotMatch(result.message, /change/);
		}
	});

	it('never repeats a token', () => {
		const token = 'AAFqR2xhc3Nlcy9hbmQrdGhpbmdzL29mL2FuYQ';
		const result = toForgeError([error(`Bad token ${token} in "x"`)], write);
		assert.equal(result.message, 'Bad token ••• in "x".');
	});

	it('names the scopes that the call needs', () => {
		const result = toForgeError([error('Access denied for invalid auth method')], write);
		assert.deepEqual(result.scopes, ['todo.sr.ht/TICKETS:RW']);
	});

	it('names each field of the input that is wrong', () => {
		const errors = [
			error('Name is too long', { field: 'name' }),
			error('Name is <b>odd</b>', { field: 'name' }),
		];
		const result = toForgeError(errors, write);
		assert.equal(result.message, 'Name is too long. Name is odd.');
		assert.deepEqual(
			result.reasons.map(({ field }) => field),
			['name', 'name'],
		);
	});
});
