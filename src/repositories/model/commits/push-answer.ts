import { replaceInvisible } from '../../../base/text/invisible-characters.ts';
import { count, formatNumber } from '../../../base/text/numbers.ts';
import type { TicketVerb } from './tickets-in-commits.ts';

/** A ticket that a push mentions. */
export interface AnsweredTicket {
	readonly verb: TicketVerb;
	/** The name of the ticket, such as `~ana/editor#12`. */
	readonly ref: string;
	/** Undefined if not everyone may read the ticket, or if that is not known. */
	readonly shown: { readonly title: string; readonly state: string } | undefined;
}

/** A patchset of which a push has patches. */
export interface LandedPatchset {
	/** The name of the patchset, such as `~ana/editor-devel#12`. */
	readonly ref: string;
	readonly title: string;
	readonly version: number;
	readonly status: string;
	/** How many of its patches were pushed. */
	readonly landed: number;
	readonly patches: number;
}

export interface PushFacts {
	/** Whose answer it is, with the tilde. */
	readonly by: string;
	/** The names of the branches. */
	readonly branches: readonly string[];
	/** How many of their new commits are known. Only the newest of each branch if the forge does not answer in time. */
	readonly commits: number;
	/** Whether all of them are known. */
	readonly isComplete: boolean;
	readonly tickets: readonly AnsweredTicket[];
	readonly patchsets: readonly LandedPatchset[];
}

/** The answer names no more tickets, and counts the others. */
export const maxTickets = 5;
const maxPatchsets = 3;
const maxBranches = 3;
const longestTitle = 60;
const longestName = 80;

/**
 * What the forge prints in the terminal of the user who has pushed: at most ten lines of plain text. Empty if there is nothing to tell. Others
 * have written the titles, so they can neither begin a line nor control the terminal.
 */
export function pushAnswer(facts: PushFacts): string {
	const { by, branches, commits, isComplete, tickets, patchsets } = facts;
	if (tickets.length + patchsets.length === 0) return '';
	const moreTickets = tickets.length - maxTickets;
	const morePatchsets = patchsets.length - maxPatchsets;
	const more = [
		...(moreTickets > 0 ? [count(moreTickets, 'ticket')] : []),
		...(morePatchsets > 0 ? [count(morePatchsets, 'patchset')] : []),
	];
	const pushed = `${isComplete ? '' : 'at least '}${count(commits, 'commit')}`;
	const lines = [
		`Tildeforge (${plain(by, longestName)}): ${pushed} to ${branchWords(branches)}`,
		...tickets.slice(0, maxTickets).map((ticket) => `  ${ticketWords(ticket)}`),
		...patchsets.slice(0, maxPatchsets).map((patchset) => `  ${patchsetWords(patchset)}`),
		...(more.length > 0 ? [`  and ${more.join(' and ')} more`] : []),
	];
	return `${lines.join('\n')}\n`;
}

function branchWords(branches: readonly string[]): string {
	const names = branches.slice(0, maxBranches).map((name) => plain(name, longestName));
	const more = branches.length - names.length;
	return [...names, ...(more > 0 ? [`${formatNumber(more)} more`] : [])].join(', ');
}

function ticketWords({ verb, ref, shown }: AnsweredTicket): string {
	const line = `${verb} ${plain(ref, longestName)}`;
	return shown ? `${line}: ${plain(shown.title, longestTitle)} (${plain(shown.state, longestName)})` : line;
}

function patchsetWords({ ref, title, version, status, landed, patches }: LandedPatchset): string {
	const all = patches === 1 ? 'the patch' : `all ${formatNumber(patches)} patches`;
	const which = landed === patches ? all : `${formatNumber(landed)} of ${formatNumber(patches)} patches`;
	const name = `${plain(ref, longestName)}${version > 1 ? ` v${version}` : ''}`;
	return `contains ${which} of ${name}: ${plain(title, longestTitle)} (${plain(status, longestName)})`;
}

/** The text as one line without characters that control the terminal. */
function plain(text: string, longest: number): string {
	const line = replaceInvisible(text.slice(0, 8 * longest).replace(/\s+/g, ' '), () => '?').trim();
	const characters = [...line];
	return characters.length > longest ? `${characters.slice(0, longest).join('').trimEnd()}...` : line;
}
