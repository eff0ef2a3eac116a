const {api}=await import('/work/main/test/bench/api.ts'); const {printed}=await import('/work/main/test/bench/table.ts');
console.log(printed(await api()));
