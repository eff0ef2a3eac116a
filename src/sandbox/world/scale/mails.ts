import type { Mail } from '../../lists/state.ts';
import { account } from '../material/accounts.ts';
import { formatMail, messageId, type OutgoingMail } from '../material/outgoing-mail.ts';
import { type Person, people } from '../material/people.ts';
import type { EmptyForge } from '../world.ts';
import { type Amounts, firstEventMs, members, minuteMs, name } from './amounts.ts';
import { Random } from './random.ts';
import { limitPatch } from './tree.ts';
import { remark, story, trouble } from './words.ts';

const authors: readonly Person[] = members.map((who) => people[who]);
/** Values of the status header. With an empty value, the patchset stays proposed. */
const statuses = ['', '', 'NEEDS_REVISION', 'APPROVED', 'APPLIED', 'APPLIED', 'REJECTED'];

/** Fills the large list: one series a day, the longest one last. */
export function fillList(
	{ lists, accounts, clock }: EmptyForge,
	{ patchsets, series, files }: Amounts,
): void {
	const random = new Random(2);
	clock.set(new Date(firstEventMs));
	const list = lists.create(account(accounts, 'bob'), { name: `${name}-devel`, description: 'Many.' });
	const address = lists.address(list);
	const receive = (outgoing: OutgoingMail) => {
		clock.set(outgoing.at);
		const [mail] = lists.receive(formatMail(outgoing), {
			from: outgoing.from.email,
			to: address,
			at: outgoing.at,
		});
		return mail;
	};
	let patched = 0;
	/** Sends the patches of a series, after a cover letter if there are several. Returns the last mail. */
	const send = (from: Person, start: number, count: number) => {
		const title = trouble(random);
		const numbers = count > 1 ? Array.from({ length: count + 1 }, (_, number) => number) : [1];
		const createMail = (number: number): OutgoingMail => {
			const at = new Date(start + number * 1000);
			const first = new Date(start + (numbers[0] ?? 0) * 1000);
			const answered = messageId(first, from, numbers[0] ?? 0);
			const position = count > 1 ? ` ${number}/${count}` : '';
			const file = patched % files;
			return {
				from,
				to: address,
				subject: `[PATCH ${name}${position}] ${number === 0 ? title : `unit ${file}: another limit`}`,
				at,
				id: messageId(at, from, number),
				references: number === numbers[0] ? [] : [answered],
				body: number === 0 ? `${story(random)}\n` : limitPatch(file, 2000 + (patched++ % 1000)),
			};
		};
		const mails = numbers.map(createMail).map(receive);
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
			body: `${remark(random)}\n`,
		});
	};
	for (let index = 0; index < patchsets; index++) {
		const from = authors[index % authors.length] ?? people.bob;
		const start = firstEventMs + index * 24 * 60 * minuteMs;
		const isLongest = index === patchsets - 1;
		const last = send(from, start, isLongest ? series - 1 : 1 + random.below(5));
		if (!last) throw new Error('a mail has not arrived');
		for (let left = isLongest ? 0 : random.below(4), at = 60; left > 0; left--, at += 45) {
			reply(last, random.pick(authors), start + at * minuteMs);
		}
		const status = random.pick(statuses);
		if (status !== '') reply(last, people.bob, start + 20 * 60 * minuteMs, status);
	}
}
