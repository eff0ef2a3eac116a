import { listPermissions } from '../../shapes/lists.ts';
import { fieldsOf } from '../document.ts';
import type { FullListData, MailData, PatchsetData, RightsData, SetData, ToolData } from './documents.ts';

// Each function makes what REST would have sent.

export function listOf(list: FullListData, rights?: RightsData): unknown {
	const { access, ...fields } = fieldsOf(list);
	return {
		...fields,
		permissions: permissionsOf(access),
		...(rights && { access: granted(rights.access) }),
	};
}

const granted = (access: RightsData['access']) => listPermissions.filter((permission) => access[permission]);

/** GraphQL does not tell the groups of users apart. */
export function permissionsOf(access: FullListData['access']) {
	const permissions = granted(access);
	return { nonsubscriber: permissions, subscriber: permissions, account: permissions };
}

/** Answers in GraphQL have Message-IDs without angle brackets. All other code has them with brackets. */
export const withBrackets = (messageId: string) => (messageId === '' ? '' : `<${messageId}>`);

export const setOf = <Data extends SetData>(set: Data): Data => ({
	...fieldsOf(set),
	status: set.status.toLowerCase(),
});

/** `envelope` is null if it was not read. */
export function mailOf(mail: MailData, envelope: string | null = null): { readonly id: number } {
	const { parent, thread, patch, sender, patchset, ...rest } = fieldsOf(mail);
	const isFirst = thread.root.id === mail.id;
	return Object.assign(rest, {
		message_id: withBrackets(mail.message_id),
		parent_id: parent?.id ?? null,
		thread_id: isFirst ? null : thread.root.id,
		sender: sender?.kind === 'User' ? sender : null,
		...(sender?.kind === 'Mailbox' && { from: sender }),
		patchset: patchset && setOf(patchset),
		// A cover letter has the index 0.
		is_patch: (patch?.index ?? 0) >= 1,
		// Only the first mail counts its thread.
		replies: isFirst ? thread.replies : null,
		participants: isFirst ? thread.participants : null,
		envelope,
	});
}

/** Programs of the list's owner may add any number of tools, with texts of any length, and tools are stored. */
const maxTools = 100;
const longestDetails = 2000;

const toolOf = (tool: ToolData) => ({
	...fieldsOf(tool),
	icon: tool.icon.toLowerCase(),
	details: tool.details.slice(0, longestDetails),
});

export const patchsetOf = (patchset: PatchsetData): unknown => ({
	...setOf(patchset),
	submitter: patchset.submitter?.canonical_name ?? null,
	cover_letter: patchset.cover_letter && {
		...fieldsOf(patchset.cover_letter),
		message_id: withBrackets(patchset.cover_letter.message_id),
	},
	superseded_by: patchset.superseded_by && setOf(patchset.superseded_by),
	...(patchset.tools && { tools: patchset.tools.slice(0, maxTools).map(toolOf) }),
});
