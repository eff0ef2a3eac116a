import { options } from '../tools/options.ts';
import { runProgram } from '../tools/programs.ts';

options({});

const checks = [
	{ what: 'types of the host', program: 'typescript', args: ['-p', '.'] },
	{ what: 'types of the pages', program: 'typescript', args: ['-p', 'media'] },
	{ what: 'types of the tests', program: 'typescript', args: ['-p', 'test'] },
	{
		what: 'style (npx biome check --write mends most of it)',
		program: '@biomejs/biome',
		args: ['check', '--error-on-warnings'],
	},
	{ what: 'unused files, exports and dependencies', program: 'knip', args: ['--no-progress'] },
];

// Runs all of them even after a failure, so that the user sees all problems at once.
for (const { what, program, args } of checks) {
	const code = await runProgram(program, args);
	console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${what}`);
	if (code !== 0) process.exitCode = 1;
}
