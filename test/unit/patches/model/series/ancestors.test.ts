import assert from 'node:assert/strict';
import { Ancestors } from '../../../../../src/patches/model/series/ancestors.ts';
import { mail } from './mails.ts';

describe('The mail above', () => {
	const a = mail('a', 'A');
	const b = mail('b', 'Re: A', { re: 'a' });
	const ancestors = new Ancestors([a, b]);

	for (const [what, one, parent] of [
		['is the one that is replied to', mail('c', 'Re: A', { re: 'b' }), b],
		[
			'is the last one of the references that is known',
			mail('c', 'Re: A', { references: ['a', 'b', 'x'] }),
			b,
		],
		[
			'is one of the references if the reply is to an unknown one',
			mail('c', 'Re: A', { re: 'x', references: ['a'] }),
			a,
		],
		['is not there if no mail is named', mail('c', 'Re: A'), undefined],
		['is not the mail itself', mail('a', 'A', { re: 'a' }), undefined],
	] as const) {
		it(what, () => assert.equal(ancestors.parent(one), parent));
	}
});

describe('The top of a thread', () => {
	const mails = [
		mail('a', 'A'),
		mail('b', 'Re: A', { re: 'a' }),
		mail('c', 'Re: A', { re: 'b' }),
		mail('d', 'Re: X', { re: 'x' }),
		mail('e', 'Re: X', { re: 'd' }),
		mail('f', 'Re: Y', { re: 'z', references: ['y', 'z'] }),
		mail('g', 'Re: Y', { re: 'f' }),
		mail('h', 'Re: H', { re: 'i' }),
		mail('i', 'Re: H', { re: 'h' }),
		mail('j', 'Re: H', { re: 'i' }),
	];
	const ancestors = new Ancestors(mails);
	const tops = {
		a: undefined,
		b: '<a>',
		c: '<a>',
		d: '<x>',
		e: '<x>',
		f: '<y>',
		g: '<y>',
		h: '',
		i: '',
		j: '',
	};

	it('is the first mail, known or not, and the same for all mails of a circle', () => {
		for (const order of [mails, mails.toReversed()]) {
			const found = order.map((one) => [one.messageId?.slice(1, -1), ancestors.top(one)]);
			assert.deepEqual(Object.fromEntries(found), tops);
		}
	});
});

describe('Ancestors', () => {
	it('are found in linear time, however deep a thread is', () => {
		const deep = Array.from({ length: 30_000 }, (_, nth) =>
			mail(`m${nth}`, nth === 0 ? 'A' : 'Re: A', nth === 0 ? {} : { re: `m${nth - 1}` }),
		);
		const ancestors = new Ancestors(deep);
		for (const one of deep.toReversed()) {
			assert.equal(ancestors.top(one), one === deep[0] ? undefined : '<m0>');
			assert.equal(ancestors.nonReplyAbove(one), one === deep[0] ? undefined : deep[0]);
		}
	});
});

describe('The nearest mail above that is no reply', () => {
	const patch = mail('a', '[PATCH] A');
	const mails = [
		patch,
		mail('b', 'Re: A', { re: 'a' }),
		mail('c', 'Re: A', { re: 'b' }),
		mail('d', '[PATCH v2] A', { re: 'c' }),
		mail('h', 'Re: H', { re: 'i' }),
		mail('i', 'Re: H', { re: 'h' }),
	];

	it('is found through replies, and not in a circle of them', () => {
		for (const order of [mails, mails.toReversed()]) {
			const ancestors = new Ancestors(order);
			const found = order.map((one) => [one.messageId, ancestors.nonReplyAbove(one)?.messageId]);
			assert.deepEqual(Object.fromEntries(found), {
				'<a>': undefined,
				'<b>': '<a>',
				'<c>': '<a>',
				'<d>': '<a>',
				'<h>': undefined,
				'<i>': undefined,
			});
		}
	});
});
