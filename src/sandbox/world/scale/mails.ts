import type { Mail } from '../../lists/state.ts';
import { account } from '../accounts.ts';
import { formatMail, messageId, type OutgoingMail } from '../outgoing-mail.ts';
import { type Person, people } from '../people.ts';
import type { EmptyForge } from '../world.ts';
import { type Amounts, begun, folks, minute, name } from './amounts.ts';
import { Chance } from './chance.ts';
import { limitPatch } from './tree.ts';
import { remark, story, trouble } from './words.ts';

const authors: readonly Person[] = folks.map((who) => people[who]);
/** Values of the status header. With an empty value, the patchset stays proposed. */
const statuses = ['', '', 'NEEDS_REVISION', 'APPROVED', 'APPLIED', 'APPLIED', 'REJECTED'];

/** Fills the large list: one series a day, the longest one last. */
export function fillList(
	{ lists, accounts, clock }: EmptyForge,
	{ patchsets, series, files }: Amounts,
): void {
	const chance = new Chance(2);
	clock.set(new Date(begun));
	const list = lists.create(account(accounts, 'bob'), { name: `${name}-devel`, description: 'Many.' });
	const address = lists.address(list);
	const receive = (letter: OutgoingMail) => {
		clock.set(letter.at);
		const [mail] = lists.receive(formatMail(letter), { from: letter.from.email, to: address, at: letter.at });
		return mail;
	};
	let patched = 0;
	/** Sends the patches of a series, after a cover letter if there are several. Returns the last mail. */
	const send = (from: Person, start: number, count: number) => {
		const title = trouble(chance);
		const numbers = count > 1 ? Array.from({ length: count + 1 }, (_, number) => number) : [1];
		const letterOf = (number: number): OutgoingMail => {
			const at = new Date(start + number * 1000);
			const first = new Date(start + (numbers[0] ?? 0) * 1000);
			const answered = messageId(first, from, numbers[0] ?? 0);
			const place = count > 1 ? ` ${number}/${count}` : '';
			const file = patched % files;
			return {
				from,
				to: address,
				subject: `[PATCH ${name}${place}] ${number === 0 ? title : `unit ${file}: another limit`}`,
				at,
				id: messageId(at, from, number),
				references: number === numbers[0] ? [] : [answered],
				body: number === 0 ? `${story(chance)}\n` : limitPatch(file, 2000 + (patched++ % 1000)),
			};
		};
		const mails = numbers.map(letterOf).map(receive);
		return mails.at(-1);
	};
	const reply = (to: Mail, by: Person, time: number, status?: string) => {
		const at = new Date(time);
		receive({
			from: by,
			to: address,
			subject: `Re: ${to.subject}`,
			at,
			id: messageId(at, by, 99),
			references: [...to.references, to.messageId].map((one) => one.slice(1, -1)),
			...(status !== undefined && { headers: { 'X-Sourcehut-Patchset-Update': status } }),
			body: `${remark(chance)}\n`,
		});
	};
	for (let index = 0; index < patchsets; index++) {
		const from = authors[index % authors.length] ?? people.bob;
		const start = begun + index * 24 * 60 * minute;
		const isLongest = index === patchsets - 1;
		const last = send(from, start, isLongest ? series - 1 : 1 + chance.below(5));
		if (!last) throw new Error('a mail has not arrived');
		for (let left = isLongest ? 0 : chance.below(4), at = 60; left > 0; left--, at += 45) {
			reply(last, chance.one(authors), start + at * minute);
		}
		const status = chance.one(statuses);
		if (status !== '') reply(last, people.bob, start + 20 * 60 * minute, status);
	}
}
