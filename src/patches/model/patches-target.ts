import { fieldOf } from '../../base/field-of.ts';
import {
	isPatchsetKey,
	type ListKey,
	type MailKey,
	type PatchsetKey,
	type SeriesKey,
} from '../../platform/model/keys.ts';

/** What a page shows. `listId` is the id of the row below which the user has found it. */
export type SeriesTarget =
	| { readonly kind: 'patchset'; readonly key: PatchsetKey; readonly listId?: string | undefined }
	/** A discussion, or a series for which the forge has no patchset. `message` is the Message-ID of the mail, with its angle brackets. */
	| {
			readonly kind: 'thread';
			readonly list: ListKey;
			readonly mail: number;
			readonly message: string;
			readonly listId?: string | undefined;
			/** The patchset of an earlier version, whose status the series has. */
			readonly patchset?: number;
	  }
	/** A patch of a series, or a reply. `series` is the version or thread that it belongs to. */
	| {
			readonly kind: 'patch';
			readonly series: SeriesKey;
			readonly mail: number;
			readonly message: string;
			readonly listId?: string | undefined;
	  };

/** What a row of the Patches view is about, and what a command on mailing lists is given. */
export type PatchesTarget = { readonly kind: 'list'; readonly key: ListKey } | SeriesTarget;

/** Reads a value that a keybinding, a menu or another extension may have passed; undefined if it is not a target. */
export function readTarget(value: unknown): PatchesTarget | undefined {
	const listId = textOf(value, 'listId');
	const [mail, message = ''] = [numberOf(value, 'mail'), textOf(value, 'message')];
	switch (fieldOf(value, 'kind')) {
		case 'list': {
			const key = readList(fieldOf(value, 'key'));
			return key && { kind: 'list', key };
		}
		// A status of a patchset or an answer to a mail, which is not sent yet.
		case 'change': {
			const series = readPatchset(fieldOf(value, 'key')) ?? readMail(fieldOf(value, 'key'));
			if (series && mail !== undefined) return { kind: 'patch', series, mail, message, listId };
			return series && isPatchsetKey(series) ? { kind: 'patchset', key: series, listId } : undefined;
		}
		case 'patchset': {
			const key = readPatchset(fieldOf(value, 'key'));
			return key && { kind: 'patchset', key, listId };
		}
		case 'thread': {
			const list = readList(fieldOf(value, 'list'));
			if (!list || mail === undefined) return undefined;
			const patchset = numberOf(value, 'patchset');
			return { kind: 'thread', list, mail, message, listId, ...(patchset !== undefined && { patchset }) };
		}
		case 'patch': {
			const series = readPatchset(fieldOf(value, 'series')) ?? readMail(fieldOf(value, 'series'));
			return series && mail !== undefined ? { kind: 'patch', series, mail, message, listId } : undefined;
		}
		default:
			return undefined;
	}
}

/** The mailing list that a target is, or is in. */
export function listOf(target: PatchesTarget): ListKey {
	const { account, owner, list } = target.kind === 'list' ? target.key : seriesOf(target);
	return { account, owner, list };
}

/** What is opened for a target. */
export function seriesOf(target: SeriesTarget): SeriesKey {
	if (target.kind === 'patchset') return target.key;
	return target.kind === 'patch' ? target.series : { ...target.list, mail: target.mail };
}

/** The mail that the page of a target is opened for; undefined for its beginning. */
export const mailOf = (target: SeriesTarget): number | undefined =>
	target.kind === 'patch' ? target.mail : undefined;

function readList(value: unknown): ListKey | undefined {
	const [account, owner, list] = ['account', 'owner', 'list'].map((name) => textOf(value, name));
	return account === undefined || owner === undefined || list === undefined
		? undefined
		: { account, owner, list };
}

function readPatchset(value: unknown): PatchsetKey | undefined {
	const list = readList(value);
	const patchset = numberOf(value, 'patchset');
	return list && patchset !== undefined ? { ...list, patchset } : undefined;
}

function readMail(value: unknown): MailKey | undefined {
	const list = readList(value);
	const mail = numberOf(value, 'mail');
	return list && mail !== undefined ? { ...list, mail } : undefined;
}

function textOf(value: unknown, name: string): string | undefined {
	const found = fieldOf(value, name);
	return typeof found === 'string' ? found : undefined;
}

function numberOf(value: unknown, name: string): number | undefined {
	const found = fieldOf(value, name);
	return typeof found === 'number' && Number.isSafeInteger(found) ? found : undefined;
}
