import type { Document, PageData } from '../document.ts';

export interface HookData {
	readonly id: number;
	readonly events: readonly string[];
	readonly url: string;
}

/** What a query asks for: fields of one hook of a resource, or of all its hooks. `Found` is the data of the answer. */
export interface HookSelection<Found> {
	readonly variables: string;
	readonly isOne: boolean;
	readonly fields: string;
	readonly found?: Found;
}

const hook = 'id events url';

export const allHooks: HookSelection<PageData<HookData>> = {
	variables: '$cursor: Cursor',
	isOne: false,
	fields: `results { ${hook} } next: cursor`,
};

export const oneHook: HookSelection<HookData> = { variables: '$hook: Int!', isOne: true, fields: hook };

/** A part of the names of the mutations, and of the types of their input. */
export type HookType = 'User' | 'MailingList' | 'Git' | 'Tracker' | 'Ticket';

export type CreateHook = Document<{ readonly created: HookData | null }>;

/** `target` has the variables that name the resource by number, with the arguments that they are for. */
export function createHook(type: HookType, target: Readonly<Record<string, string>> = {}): CreateHook {
	const variables = [
		...Object.keys(target).map((name) => `$${name}: Int!`),
		`$config: ${type}WebhookInput!`,
	].join(', ');
	const given = [
		...Object.entries(target).map(([name, argument]) => `${argument}: $${name}`),
		'config: $config',
	].join(', ');
	return `mutation (${variables}) { created: create${type}Webhook(${given}) { ${hook} } }`;
}

export const deleteHook = (type: HookType): Document<{ readonly deleted: { readonly id: number } | null }> =>
	`mutation ($hook: Int!) { deleted: delete${type}Webhook(id: $hook) { id } }`;
