import * as v from 'valibot';
import type { Storage } from '../../../../../src/base/files/storage.ts';
import { ForgeError } from '../../../../../src/forge/contract/errors.ts';
import type { OutboxKind } from '../../../../../src/platform/state/outbox/described-entry.ts';
import type { Entry, OutboxFormat } from '../../../../../src/platform/state/outbox/entry.ts';
import { Outbox } from '../../../../../src/platform/state/outbox/outbox.ts';
import type { Sender } from '../../../../../src/platform/state/outbox/sender.ts';
import type { TextFormat } from '../../../../../src/platform/state/texts/text.ts';
import { newTextId } from '../../../../../src/platform/state/texts/text.ts';
import { Texts } from '../../../../../src/platform/state/texts/texts.ts';
import { readable } from '../../../../kit/forge/tracker-forge.ts';

/** A made-up resource: lamps of a house, each with a brightness, a color and a list of notes. */
export interface LampKey {
	readonly house: string;
	readonly room: string;
}

export interface LampChange {
	readonly brightness?: number;
	readonly color?: string;
	/** Is added to the notes of the lamp. It is a text. */
	readonly note?: string;
	/** The color that another resident had chosen when the user decided. */
	readonly seen?: string;
}

export type LampEntry = Entry<LampKey, LampChange>;

export const lamps: OutboxFormat<LampKey, LampChange> = {
	key: v.object({ house: v.string(), room: v.string() }),
	change: v.object({
		brightness: v.exactOptional(v.number()),
		color: v.exactOptional(v.string()),
		note: v.exactOptional(v.string()),
		seen: v.exactOptional(v.string()),
	}),
	idOf: ({ house, room }) => `${house}/${room}`,
	accountOf: ({ house }) => house,
	merge: ({ note: _note, ...earlier }, { note: _other, ...later }) => ({ ...earlier, ...later }),
	without: ({ seen }, later) => (seen === undefined ? later : { ...later, seen }),
	leftAfter: ({ seen: _seen, ...earlier }, later) => {
		const left = Object.entries(earlier).filter(([name]) => !Object.hasOwn(later, name));
		return left.length === 0 ? undefined : Object.fromEntries(left);
	},
};

/** The lamps with the words for them. */
const lampKind: OutboxKind<LampKey, LampChange> = {
	...lamps,
	noun: 'lamp',
	refOf: ({ house, room }, { color = '' }) => `${house}/${room} ${color}`.trim(),
	shortRefOf: ({ room }) => room,
	describe: ({ brightness, note }) => (note === undefined ? `Brightness ${brightness}` : `Note ${note}`),
	verbOf: ({ color }) => (color === undefined ? 'dim' : 'color'),
	describeProgress: ({ brightness }, what) => `${brightness === 0 ? 'Switching off' : 'Dimming'} ${what}`,
	rowOf: ({ key, id }) => ({
		...{ change: '', name: key.room, title: '', spokenName: `lamp ${key.room}` },
		about: { kind: 'change', entry: id },
	}),
};

/** Notes as texts. */
const notes: TextFormat<LampKey, { readonly note: string }> = {
	key: lamps.key,
	body: v.object({ note: v.string() }),
	idOf: lamps.idOf,
	isEmpty: ({ note }) => note === '',
	continues: (now, before) => now.note.startsWith(before.note),
};

export const kitchen: LampKey = { house: 'home', room: 'kitchen' };
export const hall: LampKey = { house: 'home', room: 'hall' };
export const office: LampKey = { house: 'work', room: 'office' };

/** An entry as it is stored. `at` is when it was made. */
export const lampEntry = (id: string, more: Partial<LampEntry> = {}, at = 0): LampEntry => ({
	...{ id, key: kitchen, due: 0, origin: 'here', state: { kind: 'pending' } },
	steps: [{ group: id, change: { brightness: 5 }, at }],
	...more,
});

/** The houses' lamps, and the requests that have reached them. */
export class Houses {
	readonly lamps = new Map<string, LampChange>();
	/** The notes of each lamp. */
	readonly notes = new Map<string, readonly string[]>();
	/** Such as `set home/kitchen {"brightness":5}` and `look home/kitchen`. */
	readonly requests: string[] = [];
	/** Called before each request: throws if the house cannot be reached or refuses. */
	before: (request: string) => void = () => {};
	/** Called after a change was made, when its answer is on its way. */
	answer: (request: string) => Promise<void> | void = () => {};
	/** The color that another resident has chosen. */
	theirs: string | undefined;

	readonly sender: Sender<LampKey, LampChange> = {
		send: async (key, { seen, ...change }, { signal, confirm }) => {
			signal.throwIfAborted();
			const request = `set ${lamps.idOf(key)} ${JSON.stringify(change)}`;
			this.before(request);
			await confirm();
			this.requests.push(request);
			if (this.theirs !== undefined && change.color !== undefined && this.theirs !== seen)
				return { kind: 'conflict', theirs: this.theirs, rebased: { ...change, seen: this.theirs } };
			const name = lamps.idOf(key);
			this.lamps.set(name, lamps.merge(this.lamps.get(name) ?? {}, change));
			if (change.note !== undefined) this.notes.set(name, [...this.#notesOf(key), change.note]);
			await this.answer(request);
			return { kind: 'sent' };
		},
		mark: (key) => String(this.#notesOf(key).length),
		missing: async (key, change, { mark }) => {
			const request = `look ${lamps.idOf(key)}`;
			this.before(request);
			this.requests.push(request);
			const now = this.lamps.get(lamps.idOf(key)) ?? {};
			const { note, ...rest } = change;
			const isDone = JSON.stringify({ ...now, ...rest }) === JSON.stringify(now);
			const hasNote = note !== undefined && this.#notesOf(key).slice(Number(mark)).includes(note);
			if (isDone && (note === undefined || hasNote)) return undefined;
			return hasNote ? rest : change;
		},
	};

	#notesOf(key: LampKey): readonly string[] {
		return this.notes.get(lamps.idOf(key)) ?? [];
	}
}

export const offline = () => new ForgeError('offline', 'The house does not answer.');

interface WindowOptions {
	readonly storage: Storage;
	readonly houses: Houses;
	readonly retryMs?: () => number;
	readonly arrivalMs?: number;
	/** Whether a lamp exists only in this window. */
	readonly isLocal?: ((key: LampKey) => boolean) | undefined;
}

/** An outbox as each window has one, with the results that it reports. */
export async function openWindow({
	storage,
	houses,
	retryMs = () => 3_600_000,
	arrivalMs = 0,
	isLocal = () => false,
}: WindowOptions) {
	const { log, lines } = readable();
	const texts = new Texts({ storage, format: notes, log, pauseMs: 0 });
	const outbox = new Outbox<LampKey, LampChange>({
		...{
			storage,
			kind: lampKind,
			sender: houses.sender,
			willSend: ({ textId = '', textVersion }) => texts.markSent(textId, textVersion),
			isLocal,
			log,
			retryMs,
			arrivalMs,
		},
		willDiscard: async (entries, _, confirm) => {
			for (const { key, textId: id, steps } of entries) {
				const { note } = steps[0]?.change ?? {};
				if (id === undefined || note === undefined) continue;
				const account = { id: key.house, name: '', instance: '' };
				await texts.editAgain({ id, key, account, body: { note } }, true, confirm);
			}
		},
	});
	const settled: string[] = [];
	outbox.onDidSettle(({ entry, result }) => settled.push(`${entry.key.room} ${result.kind}`));
	await texts.open();
	await outbox.open();
	/** Sends a note, in one request with `more`. */
	const send = async (note: string, key = kitchen, more: LampChange = {}) => {
		const account = { id: key.house, name: '', instance: '' };
		const body = { note };
		const id = newTextId();
		const textVersion = { revision: 1, writer: texts.writer };
		await texts.write({ id, account, key, body, base: null, ...textVersion });
		await outbox.add([{ key, change: { ...more, note } }], 0, { textId: id, textVersion });
		await texts.markSent(id, textVersion);
	};
	const drafts = () => texts.editing.map(({ body }) => body.note);
	return { outbox, texts, send, drafts, settled, lines };
}
