import { oneLine } from '../../base/text/truncate.ts';
import type { ForgeEvent, ListHappening, RepositoryHappening } from '../../platform/model/forge-events.ts';
import { longAge, shortAge } from '../../platform/model/words.ts';
import { isTicketEvent, wordsOf } from './describe-event.ts';
import type { ShownSubject } from './groups.ts';
import { patchWords } from './list-words.ts';
import { ownLine } from './own-line.ts';
import { nameOfPlace } from './places.ts';
import { repositoryWords } from './repository-words.ts';
import { listSummary, ticketSummary } from './summary-words.ts';

/** In a view 300 pixels wide, this leaves room for who has done what. VS Code cuts a wider title once more, next to our ellipsis. */
const maxTitle = 22;
const maxLine = 48;

/** What the row of a subject shows. */
interface DescribedRow {
	readonly label: string;
	readonly description: string;
	/** The name of a codicon. */
	readonly icon: string;
	/** The id of a theme color: a subject with unseen events has one. */
	readonly color: string | undefined;
	/** The text for screen readers, instead of label and description. */
	readonly spokenLabel: string;
}

export interface Viewer {
	/** The user's name, with the tilde. */
	readonly me: string;
	readonly now: number;
}

interface RowWords {
	readonly icon: string;
	readonly label: string;
	/** What has happened, and who did it. */
	readonly details: string;
	/** What is counted: `12 replies`. Empty for a single event without a number. */
	readonly counts: string;
	readonly spoken: readonly string[];
}

export function describeRow({ entries, isUnseen }: ShownSubject, { me, now }: Viewer): DescribedRow {
	const [{ event: newest }, ...older] = entries;
	const events = older.map(({ event }) => event);
	const { icon, label, details, counts, spoken } = rowWords(newest, events, me);
	const last = lastByUser(newest, events);
	const line = ownLine(last);
	const by = oneLine(last.by);
	const shown = line === '' ? [details] : [[by, oneLine(line, maxLine)].filter(Boolean).join(': '), counts];
	return {
		icon,
		label: 'ref' in newest ? label : oneLine(label, maxTitle),
		// A narrow row shows only its beginning.
		description: [...shown, shortAge(newest.at, now)].filter(Boolean).join(' · '),
		color: isUnseen ? 'charts.blue' : undefined,
		spokenLabel: [
			...spoken,
			line,
			oneLine(nameOfPlace(newest.place)),
			longAge(newest.at, now),
			isUnseen ? 'unseen' : '',
		]
			.filter(Boolean)
			.join(', '),
	};
}

/** The words for a subject. A single event is described. Several events are counted, and the author of the last one is named. */
export function rowWords(newest: ForgeEvent, older: readonly ForgeEvent[], me: string): RowWords {
	if (older.length === 0 || 'ref' in newest) {
		const words =
			'ref' in newest ? repositoryWords(newest, older.filter(isRepositoryEvent)) : wordsOf(newest, me);
		const { icon, label, details, spoken, title, spokenDetails = [] } = words;
		const counts = newest.kind === 'patchset' ? patchWords(newest) : '';
		return { icon, label, details, counts, spoken: [spoken, title, ...spokenDetails] };
	}
	const { icon, label, details, spokenSubject } = isTicketEvent(newest)
		? ticketSummary([newest, ...older.filter(isTicketEvent)], me)
		: listSummary([newest, ...older.filter(isListEvent)]);
	const by = oneLine(lastByUser(newest, older).by);
	const what = [details, by === '' ? '' : `last by ${by}`].filter(Boolean).join(', ');
	const shown = [by, details].filter(Boolean).join(' · ');
	return { icon, label, details: shown, counts: details, spoken: [...spokenSubject, what] };
}

/** Forges do not say who has set a status. */
const lastByUser = (newest: ForgeEvent, older: readonly ForgeEvent[]): ForgeEvent =>
	[newest, ...older].find(({ by }) => by !== '') ?? newest;

const isRepositoryEvent = (event: ForgeEvent): event is RepositoryHappening => 'ref' in event;

const isListEvent = (event: ForgeEvent): event is ListHappening => !('ref' in event) && 'list' in event.place;
