import assert from 'node:assert/strict';
import { parseSubject } from '../../../../../../src/mail/patch/subject.ts';
import { type MailKind, mailKindOf } from '../../../../../../src/patches/model/series/mails/mail-kind.ts';

interface Facts {
	readonly hasPatches?: boolean | undefined;
	readonly isPull?: boolean;
	readonly isListing?: boolean;
	readonly inReplyTo?: string;
}

const withPatch: Facts = { hasPatches: true };
const pull: Facts = { isPull: true };

const cases: readonly [subject: string, facts: Facts, kind: MailKind][] = [
	['[PATCH] Fix a', withPatch, 'patch'],
	['[PATCH v2 2/3] Fix a', { ...withPatch, inReplyTo: '<a>' }, 'patch'],
	['[PATCH 2/3] An empty commit', {}, 'patch'],
	['Fix a, without brackets', withPatch, 'patch'],
	['[PATCH] See the address below', {}, 'other'],
	['[PATCH] See the address below', { inReplyTo: '<a>' }, 'reply'],
	['[PATCH v2] Make a better', { isListing: true, inReplyTo: '<a>' }, 'cover'],
	['[PATCH] Make a better', { isListing: true }, 'cover'],
	['Make a better', { isListing: true }, 'other'],
	['Re: [PATCH] Make a better', { isListing: true }, 'reply'],
	['[PATCH 0/3] Make a better', {}, 'cover'],
	['[PATCH v2 0/3] Make a better', { inReplyTo: '<a>' }, 'cover'],
	['[PATCH 0/3] With the differences to the version before', withPatch, 'cover'],
	['[PATCH 0/3] Also at an address to pull from', pull, 'cover'],
	['Re: [PATCH 0/3] Make a better', { inReplyTo: '<a>' }, 'reply'],
	['Re: [PATCH] Fix a', { ...withPatch, inReplyTo: '<a>' }, 'reply'],
	['Re: [GIT PULL] Fixes', pull, 'reply'],
	['A question', { inReplyTo: '<a>' }, 'reply'],
	['A question', {}, 'other'],
	['[RFC] A question', {}, 'other'],
	['[GIT PULL] Fixes', pull, 'pull'],
	['Fixes, by request-pull -p', { ...pull, ...withPatch }, 'pull'],
	['[PULL 00/12] Queue', pull, 'pull'],
	['[PULL 00/12] Queue, with the differences to the version before', { ...pull, ...withPatch }, 'pull'],
	['[PULL 03/12] Fix a', { ...pull, ...withPatch }, 'patch'],
	['[GIT PULL 1/3] Boards', pull, 'pull'],
	['[PATCH] Fix a', { hasPatches: undefined }, 'patch'],
	['Fix a', { hasPatches: undefined }, 'other'],
	['[PATCH 0/3] Make a better', { hasPatches: undefined }, 'cover'],
];

describe('The kind of a mail', () => {
	for (const [subject, facts, kind] of cases) {
		const { isPull = false, isListing = false, inReplyTo } = facts;
		const hasPatches = 'hasPatches' in facts ? facts.hasPatches : false;
		const content = hasPatches === undefined ? ', text unknown' : hasPatches ? ', with a patch' : '';
		const list = isListing ? ', with a list of patches' : '';
		const thread = inReplyTo === undefined ? '' : ', in a thread';
		it(`is ${kind}: ${subject}${content}${list}${thread}`, () => {
			assert.equal(
				mailKindOf({ subject: parseSubject(subject), hasPatches, isPull, isListing, inReplyTo }),
				kind,
			);
		});
	}
});
