import { mkdirSync } from 'node:fs';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { options } from '../tools/options.ts';
import { root, temporaryFolder } from '../tools/places.ts';
import { Stop } from '../tools/stop.ts';
import { packageExtension } from '../tools/vsix.ts';
import { closeBrowser } from '../ui/browser.ts';
import { runTrials } from '../ui/trials.ts';
import { takePictures } from '../ui/trials-pictures.ts';

const { values, positionals } = options({ pictures: { type: 'string' } }, { words: true });

/** The folder for the pictures, which never belong to the repository. */
function pictureFolder(name: string): string {
	const folder = resolve(process.env.INIT_CWD ?? '.', name);
	const path = relative(root, folder);
	if (!path.startsWith('..') && !isAbsolute(path))
		throw new Stop('--pictures takes a folder outside of the repository.');
	mkdirSync(folder, { recursive: true });
	return folder;
}

const folder = values.pictures === undefined ? undefined : pictureFolder(values.pictures);
const { file } = await packageExtension(join(temporaryFolder('vsix'), 'tildeforge.vsix'));
try {
	if (folder === undefined) {
		const found = await runTrials(file);
		for (const { trial, found: words, isMet } of found)
			console.log(`${isMet ? 'met   ' : 'MISSED'} ${trial}: ${words}`);
		if (found.some(({ isMet }) => !isMet)) process.exitCode = 1;
	} else {
		const { pictures, problems } = await takePictures(file, folder, positionals);
		console.log(`${pictures} pictures in ${folder}, ${problems.length} problems`);
		if (problems.length > 0) process.exitCode = 1;
	}
} finally {
	await closeBrowser();
}
process.exit();
