from kval_cli import main

main()
