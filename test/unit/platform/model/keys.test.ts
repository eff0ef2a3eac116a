import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
	idOfTicket,
	isSameTicket,
	isTicketKey,
	labelsAddress,
	parseTicketId,
	refOf,
	type TicketKey,
	type TrackerKey,
	ticketAddress,
	trackerAddress,
	trackerRef,
} from '../../../../src/platform/model/keys.ts';

const tracker: TrackerKey = { account: 'session', owner: '~ana', tracker: 'editor' };
const ticket: TicketKey = { ...tracker, ticket: 42 };

describe('The key of a ticket or tracker', () => {
	it('is id differently from every other key', () => {
		const odd = ['', 'a', 'a,b', '"', '","', '\\', '\\"', '/', 'a/b', '\n', 'a\nb', 'null', ']', '\u2028'];
		const numbers = [undefined, 0, 1, 11];
		const keys = odd.flatMap((account) =>
			odd.flatMap((owner) =>
				odd.flatMap((name) =>
					numbers.map((number) => ({
						...{ account, owner, tracker: name },
						...(number !== undefined && { ticket: number }),
					})),
				),
			),
		);
		assert.equal(new Set(keys.map(idOfTicket)).size, odd.length ** 3 * numbers.length);
	});

	it('has one spelling, in whatever order its fields are given', () => {
		const { account, owner, tracker: name, ticket: number } = ticket;
		assert.equal(idOfTicket({ ticket: number, tracker: name, owner, account }), idOfTicket(ticket));
	});

	it('survives spelling and reading', () => {
		const unit = fc.constantFrom('a', '~', '/', '"', '\\', '\n', ',', '[', '\0', '\u2028', '😀', '\ud800');
		const part = fc.string({ unit });
		const key = fc.record(
			{ account: part, owner: part, tracker: part, ticket: fc.nat(Number.MAX_SAFE_INTEGER) },
			{ requiredKeys: ['account', 'owner', 'tracker'], noNullPrototype: true },
		);
		fc.assert(fc.property(key, (one) => assert.deepEqual(parseTicketId(idOfTicket(one)), one)));
		assert.deepEqual(parseTicketId(idOfTicket(tracker)), tracker);
		assert.deepEqual(parseTicketId(idOfTicket(ticket)), ticket);
	});

	for (const text of [
		'',
		'{',
		'null',
		'{"account":"a","owner":"b","tracker":"c","ticket":1}',
		'"abcd"',
		'["a","b","c"]',
		'["a","b","c",1,2]',
		'["a","b","c",1.5]',
		'["a","b","c","1"]',
		'["a","b","c",9007199254740993]',
		'[null,"b","c",1]',
		'["a",{},"c",1]',
		'["a","b",3,1]',
		'[1,2,3,4]',
		'["a","b","c",1] ["a","b","c",1]',
	]) {
		it(`is not read from ${JSON.stringify(text)}`, () => assert.equal(parseTicketId(text), undefined));
	}

	it('tells a ticket from a tracker', () => {
		assert.deepEqual([isTicketKey(ticket), isTicketKey(tracker)], [true, false]);
	});
});

describe('The reference of a ticket or tracker', () => {
	it('includes the owner', () => {
		assert.equal(trackerRef(tracker), '~ana/editor');
		assert.equal(refOf(ticket), '~ana/editor#42');
	});
});

describe('The web address of a ticket or tracker', () => {
	for (const base of ['https://todo.forge.test', 'https://forge.test/todo']) {
		for (const slashes of ['', '/', '//']) {
			it(`begins with ${base}${slashes} and joins it by a single slash`, () => {
				assert.equal(trackerAddress(`${base}${slashes}`, ticket), `${base}/~ana/editor`);
				assert.equal(labelsAddress(`${base}${slashes}`, ticket), `${base}/~ana/editor/labels`);
				assert.equal(ticketAddress(`${base}${slashes}`, ticket), `${base}/~ana/editor/42`);
			});
		}
	}
});

it('Tickets with the same reference are different for different accounts', () => {
	assert.equal(isSameTicket(ticket, { ...ticket }), true);
	assert.equal(isSameTicket(ticket, { ...ticket, account: 'there' }), false);
	assert.equal(isSameTicket(ticket, { ...ticket, ticket: 1 }), false);
});
