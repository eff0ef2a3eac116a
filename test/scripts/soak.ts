import { printed, type Table } from '../bench/table.ts';
import { editorKills } from '../soak/editor-kills.ts';
import { kills } from '../soak/kills.ts';
import { memory } from '../soak/memory.ts';
import { triageKills } from '../soak/triage-kills.ts';
import { options } from '../tools/options.ts';
import { Stop } from '../tools/stop.ts';

const soaks: Readonly<Record<string, readonly (() => Promise<Table>)[]>> = {
	memory: [memory],
	kills: [kills, triageKills],
	editor: [editorKills],
};

const { positionals }: { positionals: string[] } = options({}, { words: true });
const unknown = positionals.filter((name) => !(name in soaks));
if (unknown.length > 0) {
	throw new Stop(`There is no soak ${unknown.join(', ')}. There are: ${Object.keys(soaks).join(', ')}.`);
}
for (const [name, all] of Object.entries(soaks)) {
	if (positionals.length > 0 && !positionals.includes(name)) continue;
	for (const soak of all) console.log(`\n${printed(await soak())}`);
}
process.exit();
