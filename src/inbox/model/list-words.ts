import { count } from '../../base/text/numbers.ts';
import { oneLine } from '../../base/text/truncate.ts';
import type { ListHappening } from '../../platform/model/forge-events.ts';
import { wireWord } from '../../platform/model/words.ts';
import { type EventWords, withActor } from './event-words.ts';

export function listWords(event: ListHappening): EventWords {
	const { kind, concerns } = event;
	const by = oneLine(event.by);
	const title = oneLine(event.title, 200) || (event.item ? '(no subject)' : '');
	const say = (icon: string, action: string, withoutActor: string): EventWords => {
		const what = withActor(by, action, withoutActor);
		const details = by === '' ? withoutActor.charAt(0).toLowerCase() + withoutActor.slice(1) : what;
		return { icon, label: title, spoken: what, details, title };
	};
	switch (kind) {
		case 'patchset':
			return patchsetWords(event, by, title);
		case 'pull-request':
			return say('git-pull-request', 'sent a pull request', 'New pull request');
		case 'reply':
			if (isMentionInMail(event))
				return say('mention', 'replied and mentioned you', 'New reply, mentions you');
			return concerns.includes('patch-sent')
				? say('reply', 'replied to you', 'New reply to you')
				: say('reply', 'replied', 'New reply');
		case 'thread':
			return isMentionInMail(event)
				? say('mention', 'started a thread and mentioned you', 'New thread, mentions you')
				: say('mail', 'started a thread', 'New thread');
		case 'patchset-status':
			return statusWords(event, say);
		case 'list':
			return { ...say('mail', 'changed the list', 'List changed'), label: 'List changed', details: by };
	}
}

/** Whether the user is mentioned in what the author of a mail has written. */
export const isMentionInMail = ({ concerns }: ListHappening): boolean => concerns.includes('mentioned');

/** `3 patches, 1 missing`; empty if it is not known how many there are. */
export function patchWords({ patchCount, missingCount = 0 }: ListHappening): string {
	const all = patchCount === undefined ? '' : count(patchCount, 'patch', 'patches');
	return [all, missingCount > 0 ? `${missingCount} missing` : ''].filter(Boolean).join(', ');
}

function patchsetWords(event: ListHappening, by: string, title: string): EventWords {
	const { version = 1 } = event;
	const patches = patchWords(event);
	return {
		icon: 'git-pull-request',
		label: version > 1 ? `v${version} ${title}` : title,
		spoken: withActor(by, 'sent a patchset', 'New patchset'),
		details: [by, patches].filter(Boolean).join(', '),
		title,
		spokenDetails: [version > 1 ? `version ${version}` : '', patches],
	};
}

const statusLooks: Readonly<Record<string, string>> = {
	needs_revision: 'git-pull-request-go-to-changes',
	approved: 'pass',
	applied: 'git-merge',
	rejected: 'git-pull-request-closed',
	superseded: 'git-pull-request-draft',
};

function statusWords(
	{ status = 'unknown' }: ListHappening,
	say: (icon: string, action: string, withoutActor: string) => EventWords,
): EventWords {
	if (status === 'unknown') {
		return say('git-pull-request', 'changed the status of the patchset', 'Patchset status changed');
	}
	const icon = (Object.hasOwn(statusLooks, status) && statusLooks[status]) || 'git-pull-request';
	const word = wireWord(status);
	return say(icon, `set the patchset to ${word}`, `Patchset ${word}`);
}
