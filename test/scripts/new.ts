import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withCommand } from '../tools/new-command.ts';
import { options } from '../tools/options.ts';
import { root } from '../tools/places.ts';
import { Stop } from '../tools/stop.ts';

const { values, positionals }: { values: { in?: string }; positionals: string[] } = options(
	{ in: { type: 'string' } },
	{ words: true },
);
const [kind, name = ''] = positionals;
const features = globSync('src/*/command-table.ts', { cwd: root }).map((path) => path.split(/[\\/]/)[1]);
const usage = `Say npm run new -- command NAME --in FEATURE. The features are ${features.join(', ')}.`;
if (kind !== 'command' || !features.includes(values.in)) throw new Stop(usage);

const manifestPath = join(root, 'package.json');
const tablePath = join(root, 'src', values.in ?? '', 'command-table.ts');
const changed = withCommand({
	name,
	manifest: readFileSync(manifestPath, 'utf8'),
	table: readFileSync(tablePath, 'utf8'),
});
writeFileSync(manifestPath, changed.manifest);
writeFileSync(tablePath, changed.table);
console.log(
	`tildeforge.${name} is in package.json and src/${values.in}/command-table.ts. Write what it does: npm run check says where.`,
);
