import { timeOfDay } from '../../base/clock.ts';
import { coalesce } from '../../base/coalesce.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { count } from '../../base/text/numbers.ts';
import { agingRow, noticeRow, type Row } from '../../platform/view/row.ts';
import type { View, ViewChange } from '../../platform/view/view.ts';
import type { Account } from '../../signin/connections/connection.ts';
import { describeRow } from '../model/describe-row.ts';
import { countUnseen, groupEntries, type InboxGroup, type ShownSubject } from '../model/groups.ts';
import { clickedSubject, targetOfPlace, targetOfSubject } from '../model/inbox-target.ts';
import { missingUpdates } from '../model/live-words/state-words.ts';
import { kindOfPlace, nameOfPlace, type Place } from '../model/places.ts';
import { rowHover } from '../model/row-hover.ts';
import { kindOfSubject } from '../model/subjects.ts';
import type { Inbox } from '../state/inbox.ts';
import type { LiveStatus } from '../state/live-status.ts';

/** The tree that shows the rows. */
interface InboxTree {
	changed(change: ViewChange): unknown;
}

/** The state of the connections may change many times in a second. */
const headMs = 200;

/** What has happened, by place: a row for each tracker, list and repository, and under it one for each ticket, series, thread or push. */
export class InboxView implements View, Disposable {
	readonly id = 'tildeforge.inbox';
	readonly #inbox: Inbox;
	readonly #status: LiveStatus;
	readonly #lifetime = new Lifetime();

	constructor(inbox: Inbox, status: LiveStatus, tree: InboxTree) {
		this.#inbox = inbox;
		this.#status = status;
		this.#lifetime.add(inbox.events.onDidChange(() => tree.changed('some')));
		this.#lifetime.add(status.onDidChange(coalesce(this.#lifetime, headMs, () => tree.changed('head'))));
		// The badge is shown even if the view is collapsed.
		tree.changed('head');
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	get badge(): View['badge'] {
		const unseen = countUnseen(this.#groups);
		return unseen === 0 ? undefined : { value: unseen, tooltip: count(unseen, 'new update') };
	}

	get message(): string | undefined {
		return missingUpdates(this.#status.state);
	}

	/** The key keeps an empty view from saying that the user has seen everything although updates may be missing. */
	get contextKeys(): Readonly<Record<string, string | undefined>> {
		return { 'tildeforge.inboxLacksUpdates': this.message === undefined ? undefined : 'true' };
	}

	get description(): string | undefined {
		const unseen = countUnseen(this.#groups);
		return unseen === 0 ? undefined : `${unseen} new`;
	}

	roots(accounts: readonly Account[], problems: readonly Row[]): readonly Row[] {
		const rows = this.#groups.flatMap((group) => {
			const account = accounts.find(({ session }) => session.id === group.place.account);
			return account ? [this.#placeRow(group, account, accounts.length > 1)] : [];
		});
		return [...problems, ...this.#lossRows(accounts), ...rows];
	}

	refresh(): void {
		this.#inbox.refresh();
	}

	get #groups(): readonly InboxGroup[] {
		return groupEntries(this.#inbox.events.entries, timeOfDay());
	}

	#lossRows(accounts: readonly Account[]): readonly Row[] {
		return this.#inbox.events.losses.flatMap(({ account: id, keptAt, leftOut }) => {
			const account = accounts.find(({ session }) => session.id === id);
			if (!account) return [];
			const description = account.session.account;
			const older = count(leftOut, 'older update');
			const rows = [
				keptAt !== undefined &&
					noticeRow(`unreadable/inbox/${id}`, 'warning', 'Earlier updates could not be read', {
						description,
						tooltip: `The stored updates of ${description} could not be read, so the Inbox has begun again. They were kept as ${keptAt}. Click to show the log. Once you remove the file, this row disappears.`,
						command: { id: 'tildeforge.showLog', title: 'Show Log' },
					}),
				leftOut > 0 &&
					noticeRow(`left-out/inbox/${id}`, 'info', `${older} left out`, {
						description,
						tooltip: `The Inbox keeps the newest 1,000 updates of an account. You had not seen ${older} of ${description}. Mark all updates as seen to remove this row.`,
					}),
			];
			return rows.filter((row) => row !== false);
		});
	}

	#placeRow(
		{ id, place, subjects, unseenCount }: InboxGroup,
		account: Account,
		isOneOfSeveral: boolean,
	): Row {
		const { session, instance } = account;
		const state = unseenCount > 0 ? `${unseenCount} new` : 'seen';
		const description = [state, ...(isOneOfSeveral ? [session.account, instance.name] : [])];
		return {
			id,
			label: nameOfPlace(place),
			description: description.join(' · '),
			spokenLabel: [nameOfPlace(place), kindOfPlace(place), ...description].join(', '),
			icon: iconOf(place),
			context: ['inboxPlace', kindOfPlace(place), ...(unseenCount > 0 ? ['unseen'] : [])].join(' '),
			isOpen: true,
			about: targetOfPlace(place),
			children: () => subjects.map((subject) => this.#subjectRow(subject, session.account)),
		};
	}

	#subjectRow(subject: ShownSubject, me: string): Row {
		const { id, entries, isUnseen } = subject;
		const [{ event: newest }] = entries;
		return agingRow((now) => ({
			...describeRow(subject, { me, now }),
			id,
			tooltip: { markdown: () => rowHover(subject, { me, now }) },
			tooltipInputs: [newest.key, entries.length],
			context: ['inboxSubject', kindOfSubject(entries) ?? 'other', isUnseen ? 'unseen' : 'seen'].join(' '),
			command: { id: 'tildeforge.openInboxEvent', title: 'Open', arguments: [clickedSubject(id)] },
			about: targetOfSubject(id),
		}));
	}
}

function iconOf(place: Place): string {
	if ('tracker' in place) return 'issues';
	return 'list' in place ? 'mail' : 'repo';
}
