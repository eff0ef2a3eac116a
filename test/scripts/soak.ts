import { printed, type Table } from '../bench/table.ts';
import { answers } from '../soak/answers.ts';
import { kills, pauses } from '../soak/comments.ts';
import { compositions } from '../soak/compositions.ts';
import { editorKills } from '../soak/editor-kills.ts';
import { hooks } from '../soak/hooks.ts';
import { live } from '../soak/live.ts';
import { liveInEditor } from '../soak/live-editor.ts';
import { mails } from '../soak/mails.ts';
import { memory } from '../soak/memory.ts';
import { reviews } from '../soak/reviews.ts';
import { triageKills } from '../soak/triage-kills.ts';
import { options } from '../tools/options.ts';
import { Stop } from '../tools/stop.ts';

const soaks: Readonly<Record<string, readonly ((count?: number, first?: number) => Promise<Table>)[]>> = {
	memory: [() => memory()],
	kills: [kills, triageKills],
	pauses: [pauses],
	reviews: [reviews],
	editor: [editorKills],
	mails: [mails],
	answers: [answers],
	compositions: [compositions],
	hooks: [hooks],
	live: [live],
	'live-editor': [liveInEditor],
};

const {
	values,
	positionals,
}: {
	readonly values: { readonly count?: string; readonly seed?: string };
	readonly positionals: readonly string[];
} = options({ count: { type: 'string' }, seed: { type: 'string' } }, { words: true });
const count = values.count === undefined ? undefined : Number(values.count);
if (count !== undefined && !(Number.isInteger(count) && count > 0)) {
	throw new Stop(`--count takes a whole number from 1, not "${values.count}".`);
}
const unknown = positionals.filter((name) => !(name in soaks));
if (unknown.length > 0) {
	throw new Stop(`There is no soak ${unknown.join(', ')}. There are: ${Object.keys(soaks).join(', ')}.`);
}
let isMissed = false;
for (const [name, all] of Object.entries(soaks)) {
	if (positionals.length > 0 && !positionals.includes(name)) continue;
	for (const soak of all) {
		const table = await soak(count, values.seed === undefined ? undefined : Number(values.seed));
		console.log(`\n${printed(table)}`);
		isMissed ||= table.goals.some(({ met }) => !met);
	}
}
process.exit(isMissed ? 1 : 0);
